"""The switches of the search: each idea can be turned off, and none changes a value."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What the search uses beside plain alpha-beta; everything is on by default. README.md here explains each."""

    use_table: bool = True
    """Keep what was proved."""
    use_patterns: bool = True
    """Keep it for every position that differs only in cards the proof did not depend on."""
    use_recent_answers: bool = True
    """In a misère, look first among what the table answered lately of this very position."""
    use_broadest: bool = True
    """Of several proofs take the one that the fewest cards make so: what is built on it holds in more positions."""
    use_last_runs: bool = True
    """Leave out of a pattern what the lengths of the hands say anyway."""
    use_bound_entries: bool = True
    """Keep what a bound decided, too: its pattern answers where it would not, or not as cheaply."""
    use_touching: bool = True
    """Leave out a card that touches one that failed."""
    use_low_card_skip: bool = True
    """Skip a card as low as one that failed whatever its rank."""
    use_one_side: bool = True
    """Ask about two equal sides always from the same one, so that questions share their entries."""
    use_first_guess: bool = True
    """Guess the value from the honors and trumps, instead of the even share."""
    use_fast_tricks: bool = True
    """What the side on lead cashes."""
    use_sure_trumps: bool = True
    """Trumps no higher one is left for."""
    use_ruffs: bool = True
    """What the side on lead ruffs in turn."""
    use_crossruff: bool = True
    """What trumps in both hands of a pair take between them."""
    use_guarded_trumps: bool = True
    """A trump that only those who play before its hand can beat, and lower ones to lose to them instead."""
    use_trump_game: bool = True
    """What the trumps of a pair take however they are led to, from a little game on the trumps alone."""
    use_control: bool = True
    """What a lone seat takes that has trumps to get in with."""
    use_held_tops: bool = True
    """Tops of one hand of the side not on lead."""
    use_joint_tops: bool = True
    """Without trumps, tops and guarded cards of both hands of the side not on lead."""
    use_sure_losers: bool = True
    """In a misère, tricks the lone seat can lose to one opponent."""
    use_answered_discards: bool = True
    """In a misère, the same for an opponent whose discards the lone seat can answer."""
    use_ducking: bool = True
    """In a misère, whether the lone seat can duck for ever, or others can under it."""
    use_hopeless_leads: bool = True
    """In a misère, leave out leads after which a bound decides."""
    use_cut_cards: bool = True
    """Try first what decided in a like situation."""
    use_ordering: bool = True
    """Try likely plays first."""

    @classmethod
    def switches(cls) -> tuple[str, ...]:
        """The names of the switches."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def bounds(cls) -> tuple[str, ...]:
        """The names of those that decide without a search."""
        return (
            "use_fast_tricks",
            "use_sure_trumps",
            "use_ruffs",
            "use_crossruff",
            "use_guarded_trumps",
            "use_trump_game",
            "use_control",
            "use_held_tops",
            "use_joint_tops",
            "use_sure_losers",
            "use_answered_discards",
            "use_ducking",
        )

    @classmethod
    def plain(cls) -> SearchOptions:
        """Plain alpha-beta: every switch off."""
        return cls(**dict.fromkeys(cls.switches(), False))

    def with_switch(self, name: str, on: bool) -> SearchOptions:
        """The same options with one switch set."""
        return replace(self, **{name: on})
