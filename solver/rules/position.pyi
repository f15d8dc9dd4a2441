from collections.abc import Iterable, Sequence

from ..cards import Card, Hand
from .variant import Contract, Variant

class Position:
    """A position in the play, immutable.

    ``hands`` are the cards still held (those of ``trick`` already gone), ``leader`` the seat that led
    or leads the current trick, ``trick`` the cards on the table in order of play (never a full
    trick), ``tally`` the points each seat has won so far (default: none).

    Raises InvalidInput with every fault found, paths ``hands[seat]``, ``trick[place]``, ``leader``, ``tally``.
    """

    def __init__(
        self,
        variant: Variant,
        contract: Contract,
        hands: Sequence[Iterable[Card]],
        leader: int,
        trick: Sequence[Card] = (),
        *,
        tally: Sequence[int] | None = None,
    ) -> None: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def contract(self) -> Contract: ...
    @property
    def tally(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> tuple[Hand, ...]: ...
    @property
    def leader(self) -> int: ...
    @property
    def trick(self) -> tuple[Card, ...]: ...
    @property
    def to_move(self) -> int:
        """The seat whose turn it is (the leader when the play is over)."""
    @property
    def is_over(self) -> bool: ...
    @property
    def cards_left(self) -> int:
        """Cards still held, all hands together."""
    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the current one included."""
    @property
    def points_left(self) -> int:
        """Points still to be won by all seats together, the current trick included."""
    def legal_plays(self) -> tuple[Card, ...]:
        """The cards the seat to move may play, each once, suits in order, strongest first."""
    def play(self, card: Card, *, force: bool = False) -> Position:
        """The position after the seat to move plays ``card``.

        Raises InvalidInput (CARD_NOT_HELD, REVOKE or PLAY_AFTER_END) if it may not. With ``force``
        a revoke is played all the same, so that a faulty record can be checked to its end.
        """
    def play_fault(self, card: Card) -> tuple[str, str] | None:
        """Why ``card`` may not be played here, as (code, message), or None if it may."""
    def perft(self, plays: int) -> int:
        """How many sequences of ``plays`` cards the rules allow from here; identical cards count once."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
