"""What an unattended board shows, as the JSON that docs/bus.md describes."""

from controller.bus.entries import JsonObject
from controller.bus.saying import write_sentences, write_squares
from controller.events.view import ExhibitionView
from controller.words.catalogue import say


def write_exhibition(view: ExhibitionView) -> JsonObject:
    """Return the entry of an exhibition within that of a view."""
    return {
        "state": view.state,
        "language": view.language,
        "options": [
            {
                "language": option.language,
                "title": say(option.called),
                "say": write_sentences(option.called),
                "squares": write_squares(option.squares),
            }
            for option in view.options
        ],
        "performs": view.performance is not None,
        "counted": view.counted,
        "all": view.all_pieces,
    }
