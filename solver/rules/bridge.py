"""Bridge and whist: four seats in two partnerships, thirteen cards each.

The play is the same; in bridge declarer's left leads, in whist a deal always has a trump suit
and the seat at the dealer's left leads, so both leave the leader to the record.
"""

from __future__ import annotations

from .variant import NO_TRUMP, SUIT_CONTRACTS, Contract, FollowRule, Game, TrickValue, Variant


def _variant(name: str, title: str, contracts: tuple[Contract, ...], declarer_left_leads: bool, source: str) -> Variant:
    return Variant(
        name=name,
        title=title,
        seat_names=("N", "E", "S", "W"),
        ranks="AKQJT98765432",
        packs=1,
        hand_size=13,
        talon_size=0,
        has_partnerships=True,
        leader=None,
        follow=FollowRule.FOLLOW_ONLY,
        trick_value=TrickValue(),
        contracts=contracts,
        declarer_left_leads=declarer_left_leads,
        source=source,
    )


BRIDGE = Game(
    "bridge",
    "Bridge (four seats, two partnerships)",
    (),
    lambda options: _variant(
        "bridge", "Bridge", (*SUIT_CONTRACTS, NO_TRUMP), True, "Laws of Duplicate Bridge 2017, 41-45"
    ),
)
WHIST = Game(
    "whist",
    "Whist (four seats, two partnerships, always trumps)",
    (),
    lambda options: _variant("whist", "Whist", SUIT_CONTRACTS, False, "pagat.com/whist/whist.html"),
)
