"""Bismarck: Swedish quota whist for three, sixteen cards each and a talon of four.

Rules after the French, Swedish and Finnish sources and pagat.com; where they disagree the
default is what most of them say and the rest is an option.
"""

from __future__ import annotations

from .variant import NO_TRUMP, PASS, SUIT_CONTRACTS, FollowRule, Game, Option, TrickValue, Variant

LEADER = Option(
    "leader",
    "forehand",
    ("forehand", "left_of_forehand"),
    meaning="who leads to trick 1: forehand (Swedish and Finnish sources, pagat.com) or the seat at forehand's "
    "left (French source)",
)
EXCHANGE = Option(
    "exchange",
    "mandatory",
    ("mandatory", "optional", "none"),
    meaning="whether forehand takes the talon and lays four cards away: always (most sources), if it likes "
    "(French source), never",
)


def build(options: dict[str, str | int]) -> Variant:
    """The variant with these options."""
    return Variant(
        name="bismarck",
        title="Bismarck",
        seat_names=("forehand", "middlehand", "rearhand"),
        ranks="AKQJT98765432",
        packs=1,
        hand_size=16,
        talon_size=4,
        has_partnerships=False,
        leader=0 if options["leader"] == "forehand" else 1,
        follow=FollowRule.FOLLOW_ONLY,
        trick_value=TrickValue(),
        contracts=(*SUIT_CONTRACTS, NO_TRUMP, PASS),
        quotas=(8, 4, 4),
        misere_quotas=(4, 6, 6),
        options=tuple(options.items()),
        exchange=str(options["exchange"]),
        source="French, Swedish and Finnish rule texts; pagat.com/quotawhist/bismarck.html",
    )


GAME = Game("bismarck", "Bismarck (three seats, sixteen cards each, talon of four)", (LEADER, EXCHANGE), build)
