"""The forms a whole game of Bismarck takes, as data: which contracts, how often, in which order, how many deals."""

from __future__ import annotations

from dataclasses import dataclass, field

from .variant import Contract, Variant

_SUITS = ("S", "H", "D", "C")
DEFAULT_LENGTH = 8
"""Deals of a form whose number is free, where none is agreed: what the French source says of the short game."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A contract by the name players give it.

    ``plays_as`` are the variant's contracts it may turn out to be; of several, forehand names one, or, with ``drawn``,
    a card does: the first of the "talon", or one "cut" from the pack. ``option`` is the option that says whether a
    free choice is among suits, no trump, or both.
    """

    name: str
    aliases: tuple[str, ...]
    plays_as: tuple[str, ...]
    drawn: str = ""
    option: str = ""

    def plays(self, variant: Variant) -> tuple[Contract, ...]:
        """The play problems of ``variant`` this may turn out to be, in the variant's order."""
        kind = dict(variant.options).get(self.option, "suit") if self.option else "either"
        plays = tuple(contract for contract in variant.contracts if contract.name in self.plays_as)
        if kind == "either":
            return plays
        return tuple(contract for contract in plays if (contract.trump is not None) == (kind == "suit"))

    def is_in(self, variant: Variant) -> bool:
        """Whether ``variant`` has it: all of its plays, but where an option leaves some out."""
        plays = len(self.plays(variant))
        return plays > 0 if self.option else plays == len(self.plays_as)


@dataclass(frozen=True, slots=True)
class SessionForm:
    """What a whole game consists of.

    ``turns`` is how many deals each player is forehand, ``deals`` how many there are in all where players do not get
    the same; both 0: the number is agreed. Each contract may be named ``times`` times by a player (0: as
    evenly as the deals allow), with ``is_shared`` by all together, the ``free_last`` deals apart. ``order`` is the
    order in which contracts must come: by ``order_by``, each "deal" or each "turn" of a player. With
    ``stays`` one player is forehand for all his turns before the next. ``tie_break`` is the contract
    of the extra deal that may break a tie; "": a tie is a shared win.
    """

    name: str
    title: str
    game: str
    menu: tuple[MenuEntry, ...]
    turns: int = 0
    deals: int = 0
    times: int = 1
    is_shared: bool = False
    free_last: int = 0
    order: tuple[str, ...] = ()
    order_by: str = ""
    stays: bool = False
    tie_break: str = ""
    source: str = field(default="", compare=False)

    @property
    def has_free_length(self) -> bool:
        """Whether the players agree how many deals there are."""
        return not self.turns and not self.deals

    def length(self, seats: int, agreed: int | None = None) -> int:
        """How many deals a whole game has."""
        if self.has_free_length:
            return DEFAULT_LENGTH if agreed is None else agreed
        return self.deals or self.turns * seats

    def limit(self, seats: int, length: int) -> int:
        """How often a contract may be named."""
        turns = -(-length // seats)
        return self.times or -(-turns // len(self.menu))

    def forehand(self, number: int, seats: int) -> int:
        """Whose deal the one of this number (from 0) is, counted clockwise from the first forehand."""
        return (number // self.turns if self.stays else number) % seats

    def entry(self, name: str) -> MenuEntry | None:
        """The contract of this name or alias, however it is spelled; None if there is none such."""
        word = _plain(name)
        return next((entry for entry in self.menu if word in map(_plain, (entry.name, *entry.aliases))), None)

    def allowed(self, number: int, seats: int) -> tuple[MenuEntry, ...]:
        """What the order leaves for the deal of this number (from 0): the one whose turn it is, or the whole menu."""
        if not self.order:
            return self.menu
        turn = number % self.turns if self.stays else number // seats
        name = self.order[number if self.order_by == "deal" else turn]
        return tuple(entry for entry in self.menu if entry.name == name)

    def fits(self, variant: Variant) -> bool:
        """Whether every contract of the menu can be played in ``variant``, and a deal of it is scored."""
        return bool(variant.quotas) and all(entry.is_in(variant) for entry in self.menu)


def _plain(name: str) -> str:
    """The name without case, blanks and hyphens."""
    return name.casefold().translate(dict.fromkeys(map(ord, " -_")))


_SPADER = MenuEntry("spader", ("spades", "padat"), ("S",))
_TRUMF = MenuEntry("trumf", ("valfri", "valtti", "vapaa valinta"), (*_SUITS, "NT"), option="valfri")
_SANG = MenuEntry("sang", ("spel", "peli", "sangi"), ("NT",))
_PASS = MenuEntry("pass", ("noll", "misère", "misere", "passi", "nolla"), ("pass",))
_TURNED = MenuEntry("trumf", ("trump", "valtti"), _SUITS, drawn="talon")
_NO_HEARTS = MenuEntry("no_hearts", ("sans cœurs", "sans coeurs"), ("no_hearts",))
_NO_QUEEN = MenuEntry("no_queen", ("sans dame de pique", "no queen of spades"), ("no_queen",))
_BRITISH = (
    MenuEntry("no_trump", ("no trumps", "NT"), ("NT",)),
    MenuEntry("cut_trump", ("cut for trump", "cut trumps"), _SUITS, drawn="cut"),
    MenuEntry("chosen_trump", ("chosen trumps",), _SUITS),
    MenuEntry("lose_tricks", ("lose tricks", "losing", "misère", "misere"), ("pass",)),
)
_FINNISH = (
    MenuEntry("trump", ("valtti", "trumf"), _SUITS, drawn="talon"),
    MenuEntry("grand", ("grandi", "sang"), ("NT",)),
    MenuEntry("misere", ("misääri", "misère", "pass"), ("pass",)),
    MenuEntry("choice", ("valinta", "free choice"), (*_SUITS, "NT", "pass")),
)
_CLASSIC = (_SPADER, _TRUMF, _SANG, _PASS)

FORMS: dict[str, SessionForm] = {
    form.name: form
    for form in (
        SessionForm(
            "standard",
            "twelve deals, each contract once a player",
            "bismarck",
            _CLASSIC,
            turns=4,
            tie_break="trumf",
            source="French, Swedish and Finnish rule texts; the extra deal from the French",
        ),
        SessionForm(
            "grand",
            "Grand Bismarck: twenty-four deals, each contract twice a player",
            "bismarck",
            _CLASSIC,
            turns=8,
            times=2,
            tie_break="trumf",
            source="French rule text",
        ),
        SessionForm(
            "short",
            "short game: no trump and Pass only, as many deals as agreed",
            "bismarck",
            (_SANG, _PASS),
            times=0,
            source="French rule text, whose number of deals contradicts itself",
        ),
        SessionForm(
            "three_deals",
            "three deals in fixed order, trumps by the first card of the talon",
            "bismarck",
            (_TURNED, _SANG, _PASS),
            deals=3,
            order=("trumf", "sang", "pass"),
            order_by="deal",
            source="Swedish rule text",
        ),
        SessionForm(
            "estonian",
            "eight deals, each of six contracts once at the table, the last two deals free",
            "bismarck-estonian",
            (*_CLASSIC, _NO_HEARTS, _NO_QUEEN),
            deals=8,
            is_shared=True,
            free_last=2,
            source="French rule text",
        ),
        SessionForm(
            "british",
            "four deals in fixed order for each dealer in succession",
            "bismarck-british",
            _BRITISH,
            turns=4,
            order=("no_trump", "cut_trump", "chosen_trump", "lose_tricks"),
            order_by="turn",
            stays=True,
            source="pagat.com/invented/short_bismarck.html",
        ),
        SessionForm(
            "british_choice",
            "four deals for each dealer in succession, who chooses their order",
            "bismarck-british",
            _BRITISH,
            turns=4,
            stays=True,
            source="pagat.com/invented/short_bismarck.html, variation",
        ),
        SessionForm(
            "finnish",
            "rounds of trump (by the first card of the talon), grand, misère and free choice",
            "bismarck-finnish",
            _FINNISH,
            turns=4,
            order=("trump", "grand", "misere", "choice"),
            order_by="turn",
            source="rules of the online club server (Finnish)",
        ),
    )
}
"""Every form, by name."""
