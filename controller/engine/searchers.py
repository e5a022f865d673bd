"""Who looks ahead on this machine: the kernel, or where it is missing the plain search."""

from collections.abc import Callable

from controller.engine.binding import Kernel, kernel_complaint
from controller.engine.plain import PlainSearcher
from controller.engine.search import Found, Limits, Searcher, never
from controller.engine.weights import Weights, named_weights, weights_name
from controller.rules.compiled import Rules
from controller.rules.game import Game


class KernelSearcher:
    """A searcher that has the kernel do it."""

    def __init__(
        self, rules: Rules, weights: Weights, unwanted: Callable[[], bool] = never
    ) -> None:
        """Prepare for a ruleset; `unwanted` see `new_searcher`.

        Raises:
            KernelMissingError: there is no kernel.
        """
        self.kernel = Kernel(rules, weights)
        self._unwanted = unwanted

    def search(self, game: Game, limits: Limits) -> Found:
        """Return the best lines of a game that goes on."""
        self.kernel.ready()
        if self._unwanted():  # asked only now, so that a stop in between counts too
            self.kernel.stop()
        self.follow(game)
        return self.kernel.search(limits)

    def forget(self) -> None:
        """Forget what was learned."""
        self.kernel.forget()

    def stop(self) -> None:
        """End the search that runs, from another thread."""
        self.kernel.stop()

    def follow(self, game: Game) -> None:
        """Bring the kernel to where a game is, with all that may still be repeated."""
        quiet = game.plies[-1].quiet if game.plies else 0
        since = len(game.plies) - quiet
        self.kernel.set(game.plies[since - 1].position if since else game.start)
        for ply in game.plies[since:]:
            self.kernel.play(ply.move)


def new_searcher(
    rules: Rules, weights: Weights | None = None, unwanted: Callable[[], bool] = never
) -> Searcher:
    """Return the best searcher there is for a ruleset; without weights with those made for it.

    A search asks `unwanted` when it begins, and where nobody waits for it any more it ends as if
    it were stopped: `stop` itself ends only a search that runs.
    """
    weights = weights or named_weights(weights_name(rules.ruleset))
    if kernel_complaint() is None:
        return KernelSearcher(rules, weights, unwanted)
    return PlainSearcher(rules, weights, unwanted)
