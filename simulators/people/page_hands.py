"""The hands of people at the page: their messages from the bus, carried out on the tabletop.

Knows the messages and the table; knows no bus and no page.
"""

from collections.abc import Iterable
from typing import assert_never

from controller.bus.entries import JsonObject
from controller.bus.messages import Arrange, Drop, Grab, HandMessage, LetGo, MoveHand
from controller.rules.geometry import SQUARES_BY_NAME
from simulators.table.tabletop import PhysicalPiece, Tabletop


def act(table: Tabletop, message: HandMessage) -> HandMessage | None:
    """Carry out on the table what a hand does; return what it does a moment later, if anything.

    That is to set up the pieces that come where one of another kind has to make room.
    """
    match message:
        case Grab(touched=int(seen)) | Arrange(touched=int(seen)) if seen != table.touched:
            pass  # somebody was quicker, and what it was to mend is no longer so
        case Grab():
            table.grab(message.hand, message.piece, slide=message.slide)
        case MoveHand():
            table.move(message.hand, message.x, message.y)
        case Drop():
            table.drop(message.hand, message.x, message.y)
        case LetGo():
            table.let_go(message.hand)
        case Arrange():
            wanted = {SQUARES_BY_NAME[name]: kind for name, kind in message.pieces.items()}
            if table.make_room(wanted):
                return message.model_copy(update={"touched": table.touched})
        case _:
            assert_never(message)
    return None


def write_table(pieces: Iterable[PhysicalPiece], touched: int) -> JsonObject:
    """Return the bus entry of a tabletop with these pieces that was touched so often."""
    return {"pieces": [_write_piece(piece) for piece in pieces], "touched": touched}


def _write_piece(piece: PhysicalPiece) -> JsonObject:
    return {
        "id": piece.id,
        "kind": piece.kind,
        "x": round(piece.x, 3),
        "y": round(piece.y, 3),
        "raised": piece.raised,
        "held": piece.held_by is not None,
        "hand": piece.held_by,
        "in_tray": piece.in_tray,
    }
