"""Bismarck and its forms: Swedish quota whist, each for himself, with a talon of four for forehand.

Rules after the French, Swedish and Finnish sources and pagat.com; where they disagree the
default is what most of them say and the rest is an option. How a session goes (which contract is due, how many
deals) is not said here: a contract is one play problem of a deal.
"""

from __future__ import annotations

from dataclasses import replace

from ..cards import SUITS, Card
from .variant import EXCHANGES, NO_TRUMP, PASS, SUIT_CONTRACTS, Contract, FollowRule, Game, Option, TrickValue, Variant

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
    EXCHANGES,
    meaning="whether forehand takes the talon and lays four cards away: always (most sources), if it likes "
    "(French source), never",
)
VALFRI = Option(
    "valfri",
    "suit",
    ("suit", "no_trump", "either"),
    meaning="what the free choice of trumps may name: a suit (most sources), nothing but no trump, or a suit or no "
    "trump (both in the French source); with no_trump, spades are the only trumps there are",
)
TALON = Option(
    "talon",
    "open",
    ("open", "closed"),
    meaning="how the talon lies: face up (Swedish and Finnish sources, pagat.com) or face down (French source); "
    "changes no value",
)
SEEN = Option(
    "seen",
    "hand",
    ("hand", "talon", "both"),
    meaning="what forehand had seen when it named the contract: its hand (French source), the open talon only "
    "(Finnish source, pagat.com), both (Swedish source); changes no value",
)
PLAYERS = Option(
    "players", "3", ("3", "4"), meaning="how many play: three with sixteen cards each, or four with twelve"
)
HEART_POINTS = Option(
    "heart_points", 1, maximum=1000, meaning="penalty points of each heart in no_hearts; no source gives them"
)
QUEEN_POINTS = Option(
    "queen_points", 1, maximum=1000, meaning="penalty points of the queen of spades in no_queen; no source gives them"
)

_USUAL = (LEADER, EXCHANGE, VALFRI, TALON, SEEN)
_HIDDEN = tuple(((TALON.name, "closed"), (SEEN.name, seen)) for seen in ("talon", "both"))


_THREE = Variant(
    name="bismarck",
    title="Bismarck",
    seat_names=("forehand", "middlehand", "rearhand"),
    ranks="AKQJT98765432",
    packs=1,
    hand_size=16,
    talon_size=4,
    has_partnerships=False,
    leader=0,
    follow=FollowRule.FOLLOW_ONLY,
    trick_value=TrickValue(),
    contracts=(*SUIT_CONTRACTS, NO_TRUMP, PASS),
    quotas=(8, 4, 4),
    misere_quotas=(4, 6, 6),
    exchange="mandatory",
    source="French, Swedish and Finnish rule texts; pagat.com/quotawhist/bismarck.html",
)
"""What most sources agree on; each form says where it differs."""


def build(options: dict[str, str | int]) -> Variant:
    """The usual game with these options."""
    has_suits = options["valfri"] != "no_trump"
    return replace(
        _THREE,
        leader=0 if options["leader"] == "forehand" else 1,
        contracts=_THREE.contracts if has_suits else (SUIT_CONTRACTS[0], NO_TRUMP, PASS),
        options=tuple(options.items()),
        exchange=str(options["exchange"]),
    )


def build_estonian(options: dict[str, str | int]) -> Variant:
    """The usual game and two contracts in which cards are avoided, not tricks."""
    hearts = TrickValue(per_trick=0, by_suit=(("H", int(options["heart_points"])),))
    queen = TrickValue(per_trick=0, by_card=(("QS", int(options["queen_points"])),))
    usual = build(options)
    return replace(
        usual,
        name="bismarck-estonian",
        title="Estonian Bismarck",
        contracts=(
            *usual.contracts,
            Contract("no_hearts", None, is_misere=True, value=hearts),
            Contract("no_queen", None, is_misere=True, value=queen),
        ),
        source="French rule text",
    )


def build_british(options: dict[str, str | int]) -> Variant:
    """The short game of 43 cards: no clubs below five, no other card below four."""
    absent = {Card(rank, suit) for suit in SUITS for rank in "32"} | {Card("4", "C")}
    return replace(
        _THREE,
        name="bismarck-british",
        title="British Bismarck",
        seat_names=("dealer", "left", "right"),
        hand_size=13,
        leader=1,
        quotas=(7, 3, 3),
        misere_quotas=(3, 5, 5),
        options=tuple(options.items()),
        absent=frozenset(absent),
        source="pagat.com/invented/short_bismarck.html",
    )


def build_finnish(options: dict[str, str | int]) -> Variant:
    """The club game, for three or four: who cannot follow must play a trump."""
    three = replace(
        _THREE,
        name="bismarck-finnish",
        title="Finnish club Bismarck",
        follow=FollowRule.FOLLOW_OR_TRUMP,
        misere_quotas=(2, 7, 7),
        options=tuple(options.items()),
        source="github.com/alkukampela/bismarck",
    )
    if options["players"] != "4":
        return three
    return replace(
        three,
        seat_names=("forehand", "second", "third", "fourth"),
        hand_size=12,
        quotas=(6, 2, 2, 2),
        misere_quotas=(0, 4, 4, 4),
    )


GAMES = (
    Game("bismarck", "Bismarck (three seats, sixteen cards each, talon of four)", _USUAL, build, _HIDDEN),
    Game(
        "bismarck-british",
        "British Bismarck (43 cards: three seats, thirteen each, talon of four to the dealer)",
        (),
        build_british,
    ),
    Game(
        "bismarck-finnish",
        "Finnish club Bismarck (three or four seats, who cannot follow must trump)",
        (PLAYERS,),
        build_finnish,
    ),
    Game(
        "bismarck-estonian",
        "Estonian Bismarck (the usual game, no hearts and no queen of spades)",
        (*_USUAL, HEART_POINTS, QUEEN_POINTS),
        build_estonian,
        _HIDDEN,
    ),
)
