"""Bezique, the last eight tricks: two packs of 32, ace-ten order, brisques and the last trick.

Of two identical cards in a trick the one played first wins. Rules after the French source;
the duty to beat is an option that Britannica, Foster and others ask for.
"""

from __future__ import annotations

from .variant import SUIT_CONTRACTS, FollowRule, Game, Option, TrickValue, Variant

FOLLOW = Option(
    "follow",
    FollowRule.FOLLOW_OR_TRUMP.value,
    (FollowRule.FOLLOW_OR_TRUMP.value, FollowRule.MUST_BEAT.value, FollowRule.FOLLOW_ONLY.value),
    meaning="the second player's duty: follow, else trump (French source); the same and win if able "
    "(published books); follow only",
)
LAST_TRICK = Option("last_trick", 10, maximum=1000, meaning="points for the very last trick")


def build(options: dict[str, str | int]) -> Variant:
    """The variant with these options."""
    return Variant(
        name="bezique",
        title="Bezique, last eight",
        seat_names=("N", "S"),
        ranks="ATKQJ987",
        packs=2,
        hand_size=8,
        talon_size=0,
        has_partnerships=False,
        leader=None,
        follow=FollowRule(str(options["follow"])),
        trick_value=TrickValue(0, (("A", 10), ("T", 10)), int(options["last_trick"])),
        contracts=SUIT_CONTRACTS,
        options=tuple(options.items()),
        source="French rule text; Encyclopædia Britannica, 9th and 11th editions; Foster's Complete Hoyle",
    )


GAME = Game("bezique", "Bezique, last eight tricks (two seats, two packs of 32)", (FOLLOW, LAST_TRICK), build)
