"""Learns the small network from samples, together with the weights whose score is added to it.

Its filters look at the board in all eight symmetries with the same numbers, so every sample counts
eightfold and nothing depends on how the board lies. See controller/engine/kernel/network.h.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from controller.engine.binding import Kernel
from controller.engine.tuning.fitting import (
    SLOPE,
    Adam,
    Array,
    as_weights,
    batches,
    chance,
    chosen_to_hold_back,
    counts,
    loss,
    useful,
)
from controller.engine.tuning.samples import Samples, boards, targets
from controller.engine.weights import TERMS, Weights
from controller.rules.geometry import SIZE, SQUARE_COUNT

FILTERS = 32
_IMAGES = 8
_STAGES = 4
_MEN_A_STAGE = 7
_FULL = 255
_OUT_PARTS = 16
_BATCH = 8192
# Terms that take more time than they are worth beside a network.
_LEFT_OUT = ("attackers_moves", "defenders_moves")


def _image_of(square: int, symmetry: int) -> int:
    rank, file = divmod(square, SIZE)
    if symmetry & 1:
        rank = SIZE - 1 - rank
    if symmetry & 2:
        file = SIZE - 1 - file
    return SIZE * file + rank if symmetry & 4 else SIZE * rank + file


# _SEEN[image][input]: which of a filter's inputs sees a square of the board, by piece and square.
_SEEN = np.array(
    [
        [
            SQUARE_COUNT * piece + _image_of(square, image)
            for piece in range(3)
            for square in range(SQUARE_COUNT)
        ]
        for image in range(_IMAGES)
    ]
)


@dataclass(slots=True)
class Filters:
    """What is learned: what filters see (363 x F), their bias, and what they say by stage."""

    seen: Array
    bias: Array
    out: Array  # (2 x stages) x F
    out_bias: Array
    linear: Array  # of the weights

    @classmethod
    def begin(cls, linear: int, seed: int) -> "Filters":
        """Return filters that see little yet."""
        random = np.random.default_rng(seed)
        return cls(
            random.normal(0, 0.12, (3 * SQUARE_COUNT, FILTERS)).astype(np.float32),
            np.full(FILTERS, 0.25, np.float32),
            random.normal(0, 0.03, (2 * _STAGES, FILTERS)).astype(np.float32),
            np.zeros(2 * _STAGES, np.float32),
            np.zeros(linear, np.float32),
        )

    def parts(self) -> tuple[Array, ...]:
        """Return all that is learned."""
        return self.seen, self.bias, self.out, self.out_bias, self.linear

    def packed(self) -> bytes:
        """Return the network as its file has it."""
        numbers = (
            self.seen * _FULL,
            self.bias * _FULL,
            self.out * SLOPE * _OUT_PARTS,
            self.out_bias * SLOPE,
        )
        return b"".join(
            np.rint(part).clip(-32000, 32000).astype("<i2").tobytes() for part in numbers
        )


@dataclass(frozen=True, slots=True)
class _Inputs:
    """What the network gets of some samples."""

    pieces: NDArray[np.uint8]
    counts: Array
    stage: NDArray[np.intp]
    wanted: Array

    def of(self, rows: NDArray[np.intp]) -> "_Inputs":
        return _Inputs(self.pieces[rows], self.counts[rows], self.stage[rows], self.wanted[rows])


def learn(
    kernel: Kernel,
    samples: Samples,
    *,
    share_of_result: float = 0.5,
    epochs: int = 12,
    rate: float = 0.003,
    seed: int = 1,
) -> tuple[Weights, float]:
    """Return weights with a network, and their loss on samples held back."""
    inputs = _inputs(kernel, useful(samples), share_of_result)
    held_back = chosen_to_hold_back(len(inputs.wanted), seed)
    filters = Filters.begin(inputs.counts.shape[1], seed)
    optimisers = [Adam(*part.shape) for part in filters.parts()]
    for rows, progress in batches(np.flatnonzero(~held_back), epochs, _BATCH, seed):
        slopes = _slopes(filters, inputs.of(rows))
        for part, slope, optimiser in zip(filters.parts(), slopes, optimisers, strict=True):
            # What is counted varies more than what stands on a square.
            faster = 5 if part is filters.linear else 1
            step = optimiser.step(slope, faster * rate * (1 - progress) ** 1.5)
            np.subtract(part, step, out=part)
    rest = inputs.of(np.flatnonzero(held_back))
    missed = loss(chance(_logits(filters, rest)[0]), rest.wanted)
    return replace(as_weights(filters.linear), network=filters.packed()), missed


def _inputs(kernel: Kernel, samples: Samples, share_of_result: float) -> _Inputs:
    king = np.zeros((len(samples), SQUARE_COUNT), np.uint8)
    king[np.arange(len(samples)), samples["king"]] = 1
    men = boards(samples, "attackers"), boards(samples, "defenders")
    number = sum(side.sum(1, dtype=np.intp) for side in men)
    stage = np.clip(number // _MEN_A_STAGE - 1, 0, _STAGES - 1)
    rows = counts(kernel, samples)
    start = rows.shape[1] - sum(TERMS.values())
    for name, count in TERMS.items():
        if name in _LEFT_OUT:
            rows[:, start : start + count] = 0
        start += count
    by_side = _STAGES * samples["defenders_move"].astype(np.intp) + stage
    return _Inputs(np.hstack((*men, king)), rows, by_side, targets(samples, share_of_result))


def _logits(filters: Filters, inputs: _Inputs) -> tuple[Array, Array, Array, Array]:
    """Return the logits, and on the way: pieces as numbers, what is seen, what is added up."""
    pieces = inputs.pieces.astype(np.float32)
    spread = np.hstack([filters.seen[seen] for seen in _SEEN])
    seen = pieces @ spread + np.tile(filters.bias, _IMAGES)
    added = np.clip(seen, 0, 1).reshape(-1, _IMAGES, FILTERS).sum(1)
    out = (added * filters.out[inputs.stage]).sum(1) + filters.out_bias[inputs.stage]
    return out + inputs.counts @ filters.linear, pieces, seen, added


def _slopes(filters: Filters, inputs: _Inputs) -> tuple[Array, ...]:
    """Return how the loss grows with each part of the filters."""
    logits, pieces, seen, added = _logits(filters, inputs)
    error = ((chance(logits) - inputs.wanted) / len(logits)).astype(np.float32)
    by_stage = np.eye(2 * _STAGES, dtype=np.float32)[inputs.stage].T
    out, out_bias = by_stage @ (error[:, None] * added), by_stage @ error
    back = np.tile(error[:, None] * filters.out[inputs.stage], _IMAGES)
    back *= (seen > 0) & (seen < 1)
    spread = pieces.T @ back
    by_filter = np.zeros_like(filters.seen)
    for image, rows in enumerate(_SEEN):
        by_filter[rows] += spread[:, image * FILTERS : (image + 1) * FILTERS]
    bias = back.sum(0).reshape(_IMAGES, FILTERS).sum(0)
    return by_filter, bias, out, out_bias, inputs.counts.T @ error
