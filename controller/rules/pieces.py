"""Sides and pieces, in the words that code, data and page share."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two sides: the attackers move first, the defenders have the king."""

    ATTACKERS = "attackers"
    DEFENDERS = "defenders"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.DEFENDERS if self is Side.ATTACKERS else Side.ATTACKERS


class Piece(StrEnum):
    """A kind of piece; the value is the word for people."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    KING = "king"

    @property
    def side(self) -> Side:
        """The side that owns the piece."""
        return Side.ATTACKERS if self is Piece.ATTACKER else Side.DEFENDERS

    @property
    def letter(self) -> str:
        """The letter of the piece in diagrams: ``A``, ``D`` or ``K``."""
        return self.value[0].upper()


PIECES_BY_LETTER = {piece.letter: piece for piece in Piece}
