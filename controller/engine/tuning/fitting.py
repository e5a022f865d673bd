"""Fits the weights of the evaluation to samples: a logistic regression, by Adam."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from controller.engine.binding import Kernel
from controller.engine.tuning.samples import Samples, boards, position_of, targets
from controller.engine.weights import EIGHTH, EIGHTH_SQUARES, TERM_COUNT, Weights
from controller.rules.pieces import Piece

SLOPE = 200.0  # the score at which the odds are e to one
_KINDS = len(EIGHTH_SQUARES)
_PLACE = np.array([EIGHTH_SQUARES.index(square) for square in EIGHTH])
_BATCH = 4096
_DECIDED = 4000  # positions with a larger score say nothing of an evaluation

Array = NDArray[np.float32]


def counts(kernel: Kernel, samples: Samples) -> Array:
    """Return what an evaluation multiplies by weights: a row for each sample."""
    folded = np.zeros((121, _KINDS), np.float32)
    folded[np.arange(121), _PLACE] = 1
    rows = np.zeros((len(samples), 3 * _KINDS + TERM_COUNT), np.float32)
    rows[:, :_KINDS] = boards(samples, "attackers") @ folded
    rows[:, _KINDS : 2 * _KINDS] = boards(samples, "defenders") @ folded
    rows[:, 2 * _KINDS : 3 * _KINDS] = folded[samples["king"]]
    for row, sample in zip(rows, samples, strict=True):
        kernel.set(position_of(sample))
        row[3 * _KINDS :] = kernel.terms()
    return rows


def useful(samples: Samples) -> Samples:
    """Return the samples that an evaluation can learn from: quiet, and not decided."""
    searched = np.abs(samples["score"].astype(np.int32))
    undecided = (searched < _DECIDED) | (searched == 1 << 15)
    chosen: Samples = samples[(samples["quiet"] == 1) & undecided]
    return chosen


def fit(  # noqa: PLR0913 - the numbers of the method
    kernel: Kernel,
    samples: Samples,
    *,
    share_of_result: float = 0.7,
    epochs: int = 60,
    rate: float = 0.03,
    decay: float = 2e-6,
    seed: int = 1,
) -> tuple[Weights, float]:
    """Return the weights that say best how games end, and their loss on samples held back."""
    samples = useful(samples)
    rows, wanted = counts(kernel, samples), targets(samples, share_of_result)
    held_back = chosen_to_hold_back(len(rows), seed)
    optimiser = Adam(rows.shape[1])
    weights = np.zeros(rows.shape[1], np.float32)
    for batch, progress in batches(np.flatnonzero(~held_back), epochs, _BATCH, seed):
        error = chance(rows[batch] @ weights) - wanted[batch]
        slope = rows[batch].T @ error / len(batch) + decay * weights
        weights -= optimiser.step(slope, rate * (1 - progress))
    return as_weights(weights), loss(chance(rows[held_back] @ weights), wanted[held_back])


def chosen_to_hold_back(count: int, seed: int) -> NDArray[np.bool_]:
    """Say of each sample whether it is held back: one in twenty, and at least one."""
    drawn = np.random.default_rng(seed).random(count)
    chosen: NDArray[np.bool_] = drawn <= max(0.05, drawn.min())
    return chosen


def batches(
    rows: NDArray[np.intp], epochs: int, size: int, seed: int
) -> Iterator[tuple[NDArray[np.intp], float]]:
    """Yield batches of rows in random order, each with how much is done, 0..1."""
    random = np.random.default_rng(seed)
    for epoch in range(epochs):
        random.shuffle(rows)
        for start in range(0, len(rows), size):
            yield rows[start : start + size], epoch / epochs


class Adam:
    """The optimiser of D. Kingma and J. Ba ("Adam", 2015)."""

    def __init__(self, *shape: int) -> None:
        """Begin for parameters of a shape."""
        self._mean = np.zeros(shape, np.float32)
        self._square = np.zeros(shape, np.float32)
        self._steps = 0

    def step(self, slope: Array, rate: float) -> Array:
        """Return what to subtract from the parameters."""
        self._steps += 1
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        mean = self._mean / (1 - 0.9**self._steps)
        square = self._square / (1 - 0.999**self._steps)
        found: Array = (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return found


def loss(given: Array, wanted: Array) -> float:
    """Return the cross-entropy of chances."""
    given = np.clip(given, 1e-7, 1 - 1e-7)
    return float(-np.mean(wanted * np.log(given) + (1 - wanted) * np.log(1 - given)))


def chance(logit: Array) -> Array:
    """Return the winning chances of logits."""
    return (1 / (1 + np.exp(-logit))).astype(np.float32)


def as_weights(found: Array) -> Weights:
    """Return weights in scores, given in logits in the order of `counts`."""
    whole = [int(value) for value in np.rint(found * SLOPE)]
    squares = {
        piece: dict(zip(EIGHTH_SQUARES, whole[n * _KINDS : (n + 1) * _KINDS], strict=True))
        for n, piece in enumerate((Piece.ATTACKER, Piece.DEFENDER, Piece.KING))
    }
    return Weights(squares, tuple(whole[3 * _KINDS :]))
