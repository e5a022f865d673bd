"""Whether the firmware and its model, run side by side, have sent the same.

Types, fields and order must be the same. Times may differ by a `Tolerance`, because the model
leaves out most of the time that the chip computes; scans and reports in Statistics are times, too.
"""

from dataclasses import dataclass, replace

from hal.serial.link.messages import (
    Baseline,
    ChainState,
    FromBoard,
    Identity,
    Levels,
    Occupancy,
    Report,
    Shown,
    States,
    Statistics,
)
from tests.simulators.avr.twins import Epoch, Received, Twins

SLOWEST_REPORT_MS = 255


@dataclass(frozen=True, slots=True)
class Tolerance:
    """By how much times may differ, in milliseconds."""

    answer_ms: float
    report_ms: float
    settled_ms: float  # how long a change of sensors may be seen by one alone
    flood_ms: float = 12.0  # a light frame on the line and its refresh, when nothing is reported
    baseline_ms: float = 200.0
    scans: float = 0.06  # of all scans


# A scan of Hall sensors takes 5 ms: what comes a moment too late for one waits for the next.
TOLERANCES = {
    "reed": Tolerance(answer_ms=3, report_ms=3, settled_ms=16),
    "hall": Tolerance(answer_ms=9, report_ms=10, settled_ms=24),
}


def must_agree(twins: Twins) -> None:
    """Compare everything that both sent."""
    twins.epoch.ended = twins.ms
    for epoch in twins.epochs:
        compare_answers(epoch, TOLERANCES[twins.kind])
        compare_reports(epoch, TOLERANCES[twins.kind])
    assert twins.harness.strip() == twins.device.strip


def compare_answers(epoch: Epoch, tolerance: Tolerance) -> None:
    """Compare the answers of each type, one by one: contents, and times, which bound the order."""
    for kind in (Identity, Shown, Baseline, Statistics):
        within = tolerance.baseline_ms if kind is Baseline else tolerance.answer_ms
        real, model = (
            [each for each in sent if isinstance(each.message, kind)]
            for sent in (epoch.real, epoch.model)
        )
        for one, other in zip(real, model, strict=False):
            assert abs(one.at - other.at) <= within, (one, other)
            if isinstance(one.message, Statistics) and isinstance(other.message, Statistics):
                compare_statistics(one.message, other.message, epoch, tolerance)
            else:
                assert same_build(one.message) == other.message
        shorter = min(len(real), len(model))
        for late in (*real[shorter:], *model[shorter:]):
            assert late.at >= epoch.ended - within, late


def same_build(message: FromBoard) -> FromBoard:
    """Return a message without the hash of the build, which the model does not have."""
    return replace(message, build=0) if isinstance(message, Identity) else message


def compare_statistics(
    real: Statistics, model: Statistics, epoch: Epoch, tolerance: Tolerance
) -> None:
    """Compare counters; those that only time decides may differ a little."""
    assert abs(real.scans - model.scans) <= 3 + tolerance.scans * real.scans, (real, model)
    chances = 1 + len(epoch.floods) + len(epoch.settings)
    assert abs(real.reports - model.reports) <= chances, (real, model)
    scans, reports, longest = model.scans, model.reports, model.longest_scan_us
    counted = replace(real, scans=scans, reports=reports, longest_scan_us=longest)
    # Before the first scan nothing is known of the chain, in one a moment longer than in the other.
    chain = model.chain if ChainState.UNKNOWN in (real.chain, model.chain) else real.chain
    assert replace(counted, chain=chain, longest_pass_us=model.longest_pass_us) == model


def compare_reports(epoch: Epoch, tolerance: Tolerance) -> None:
    """Find for every report of one a report of the other, of that time and the same content.

    Only chance decides whether there is one more at the end, or, before new settings, of the old
    kind: that one must still have the content of another.
    """
    real, model = reports(epoch.real), reports(epoch.model)
    assert abs(len(real) - len(model)) <= 1 + len(epoch.floods) + len(epoch.settings)
    for ours, theirs in ((real, model), (model, real)):
        assert [report.number for report in ours] == [n % 256 for n in range(len(ours))]
        for report in ours:
            is_last = report.at_ms >= epoch.ended - tolerance.flood_ms - tolerance.report_ms
            within = allowed_ms(report, epoch, tolerance)
            assert is_last or any(
                is_same(report, other, epoch, within, tolerance.settled_ms) for other in theirs
            ), report


def reports(sent: list[Received]) -> list[Report]:
    return [each.message for each in sent if isinstance(each.message, Report)]


def allowed_ms(report: Report, epoch: Epoch, tolerance: Tolerance) -> float:
    """Return by how much the time of a report may differ from that of the other's."""
    near = tolerance.report_ms
    if any(abs(report.at_ms - at) <= near for at in epoch.settings):
        return SLOWEST_REPORT_MS + near
    if any(at - near <= report.at_ms <= at + 2 * tolerance.flood_ms for at in epoch.floods):
        return near + tolerance.flood_ms
    return near


def is_same(one: Report, other: Report, epoch: Epoch, within: float, settled_ms: float) -> bool:
    if type(one) is not type(other) or abs(one.at_ms - other.at_ms) > within:
        return False
    unsettled = changed_lately(epoch, min(one.at_ms, other.at_ms), settled_ms + within)
    return content(one, unsettled) == content(other, unsettled)


def changed_lately(epoch: Epoch, at_ms: float, within: float) -> int:
    """Return the sensors that one may have seen change, and the other not yet."""
    lately = 0
    for at, changed in epoch.changes:
        if at - within <= at_ms <= at + within:
            lately |= changed
    return lately


def content(report: Report, unsettled: int) -> tuple[int, ...]:
    """Return what a report says of the sensors that are settled."""
    match report:
        case Occupancy(closed=closed):
            return (closed & ~unsettled,)
        case States(felt=felt, south=south, north=north, strong=strong):
            return tuple(board & ~unsettled for board in (felt, south, north, strong))
        case Levels(levels=levels):
            return tuple(0 if unsettled >> n & 1 else level for n, level in enumerate(levels))
