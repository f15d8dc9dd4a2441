"""The switches of the search: each idea can be turned off, and none changes a value."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What the search uses beside plain alpha-beta; everything is on by default."""

    use_table: bool = True
    use_patterns: bool = True
    use_touching: bool = True
    use_low_card_skip: bool = True
    use_quick_tricks: bool = True
    use_ordering: bool = True

    @classmethod
    def switches(cls) -> tuple[str, ...]:
        """The names of the switches."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    def plain(cls) -> SearchOptions:
        """Plain alpha-beta: every switch off."""
        return cls(**dict.fromkeys(cls.switches(), False))

    def with_switch(self, name: str, on: bool) -> SearchOptions:
        """The same options with one switch set."""
        return replace(self, **{name: on})
