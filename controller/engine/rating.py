"""How much stronger one player is than another, from the games they have played.

Differences are in Elo: 400 is ten to one. Games come in pairs from one opening with sides swapped,
and bars are counted on pairs, because the two games of a pair are alike.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log, log10, sqrt

# 95 of 100 samples of a normal distribution are within this many deviations.
_BAR = 1.96
_ELO = 400 / log(10)
_LEAST = 1e-3
# How likely a sequential test decides wrongly, either way.
_WRONG = 0.05
# How the two games of a pair can end, in points, and of how many pairs more there would be each
# where all have ended alike: that says little of how the next one ends.
_ENDS, _MORE = (0.0, 0.5, 1.0, 1.5, 2.0), 0.25


@dataclass(frozen=True, slots=True)
class Difference:
    """An estimate in Elo, and half the width of its 95 % bar."""

    elo: float
    bar: float


def elo_of(share: float) -> float:
    """Return the difference in Elo at which a share 0..1 of the points is expected."""
    share = min(max(share, _LEAST), 1 - _LEAST)
    return 400 * log10(share / (1 - share))


def difference(pairs: Sequence[float]) -> Difference:
    """Return how much stronger somebody is who has made these points, 0 to 2, in each pair."""
    if not pairs:
        return Difference(0.0, inf)
    mean, variance = _moments(pairs)
    share, deviation = mean / 2, sqrt(variance / len(pairs)) / 2
    bar = (elo_of(share + _BAR * deviation) - elo_of(share - _BAR * deviation)) / 2
    return Difference(elo_of(share), bar)


def _moments(pairs: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of the points of a pair."""
    weights: dict[float, float] = dict(Counter(pairs))
    if len(weights) == 1:
        weights = {end: weights.get(end, 0.0) + _MORE for end in _ENDS}
    total = sum(weights.values())
    mean = sum(points * weight for points, weight in weights.items()) / total
    squares = sum(weight * (points - mean) ** 2 for points, weight in weights.items())
    return mean, squares / (total - 1)


def log_likelihood_ratio(pairs: Sequence[float], elo0: float, elo1: float) -> float:
    """Return by how much the pairs speak for `elo1` against `elo0` (generalised SPRT).

    As M. Van den Bergh's note "A practical introduction to the GSPRT" has it for a normal limit.
    """
    if not pairs:
        return 0.0
    mean, variance = _moments(pairs)
    share, variance = mean / 2, variance / 4
    score0, score1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1))
    return len(pairs) * (score1 - score0) * (2 * share - score0 - score1) / (2 * variance)


def sprt_bounds() -> tuple[float, float]:
    """Return below and above which ratio a test is decided."""
    return log(_WRONG / (1 - _WRONG)), log((1 - _WRONG) / _WRONG)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Games of an attacker against a defender: the points of the attacker, and how many games."""

    attacker: str
    defender: str
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's two ratings, as attacker and as defender, each with its bar."""

    name: str
    attackers: Difference
    defenders: Difference


def rate(meetings: Sequence[Meeting], anchor: str) -> list[Rated]:
    """Return the ratings that make all results likeliest, the anchor's mean being 0.

    An attacker of rating *a* is expected to make 1 / (1 + 10 ** ((d - a) / 400)) points against a
    defender of rating *d*. One fit over all games by Newton's method; bars from its curvature.
    """
    names = sorted({name for each in meetings for name in (each.attacker, each.defender)})
    at = {name: 2 * number for number, name in enumerate(names)}
    pulls = [(at[m.attacker], at[m.defender] + 1, m.points, m.games) for m in meetings]
    ratings = [0.0] * (2 * len(names))
    covariance: list[list[float]] = []
    for _ in range(50):
        step, covariance = _newton(pulls, ratings)
        ratings = [rating + by for rating, by in zip(ratings, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    zero = (ratings[at[anchor]] + ratings[at[anchor] + 1]) / 2
    found = []
    for name in names:
        both = [
            Difference(
                _ELO * (ratings[i] - zero), _ELO * _BAR * _deviation(covariance, i, at[anchor])
            )
            for i in (at[name], at[name] + 1)
        ]
        found.append(Rated(name, *both))
    return found


# Keeps players who have won or lost every game from running away.
_PRIOR = 1e-3


def _newton(
    pulls: Sequence[tuple[int, int, float, int]], ratings: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return Newton's next step, and the inverse of the curvature."""
    size = len(ratings)
    slope = [-_PRIOR * rating for rating in ratings]
    curve = [[_PRIOR * (row == column) for column in range(size)] for row in range(size)]
    for attacker, defender, points, games in pulls:
        expected = 1 / (1 + exp(ratings[defender] - ratings[attacker]))
        slope[attacker] += points - games * expected
        slope[defender] -= points - games * expected
        weight = games * expected * (1 - expected)
        for row, column, sign in (
            (attacker, attacker, 1),
            (defender, defender, 1),
            (attacker, defender, -1),
            (defender, attacker, -1),
        ):
            curve[row][column] += sign * weight
    inverse = _inverse(curve)
    return [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse], inverse


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _deviation(covariance: list[list[float]], i: int, anchor: int) -> float:
    """Return the deviation of a rating's distance from the mean of the anchor's two."""
    weights = {i: 1.0}
    for j in (anchor, anchor + 1):
        weights[j] = weights.get(j, 0.0) - 0.5
    pairs = ((a, b) for a in weights for b in weights)
    return sqrt(max(sum(weights[a] * weights[b] * covariance[a][b] for a, b in pairs), 0.0))
