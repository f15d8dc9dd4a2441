"""The games a server offers, for the wire, and read back from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forehand.solver.cards import Card, sort_hand
from forehand.solver.errors import Fault, InvalidInput
from forehand.solver.rules import GAMES, Contract, FollowRule, Option, TrickValue, Variant, variant_of
from forehand.v1 import solver_pb2 as pb

USUAL_PAGE_SIZE = 50
MAX_PAGE_SIZE = 1000
"""Both as the .proto file promises."""

FOLLOW = {
    FollowRule.FOLLOW_ONLY: pb.FOLLOW_RULE_FOLLOW_ONLY,
    FollowRule.FOLLOW_OR_TRUMP: pb.FOLLOW_RULE_FOLLOW_OR_TRUMP,
    FollowRule.MUST_BEAT: pb.FOLLOW_RULE_MUST_BEAT,
}
FOLLOW_RULES = {number: rule for rule, number in FOLLOW.items()}


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game a server solves: the variant with every option at its default, and the options it takes."""

    variant: Variant
    options: tuple[Option, ...]


def offered_games() -> tuple[OfferedGame, ...]:
    """The games of this process."""
    return tuple(OfferedGame(variant_of(game.name, {}), game.options) for game in GAMES.values())


def encode_game_page(request: pb.ListVariantsRequest, games: Sequence[OfferedGame]) -> pb.ListVariantsResponse:
    """One page of ``games``; its token is the name of the next page's first game.

    Raises InvalidInput for a page size or a token that cannot be.
    """
    names = [game.variant.name for game in games]
    faults = []
    if request.page_size > MAX_PAGE_SIZE:
        faults.append(Fault("page_size", "OUT_OF_RANGE", f"{request.page_size}; it may be 0 to {MAX_PAGE_SIZE}"))
    if request.page_token and request.page_token not in names:
        faults.append(Fault("page_token", "UNKNOWN_PAGE_TOKEN", "the token is of no page of this server"))
    if faults:
        raise InvalidInput(faults)
    first = names.index(request.page_token) if request.page_token else 0
    end = first + (request.page_size or USUAL_PAGE_SIZE)
    return pb.ListVariantsResponse(
        variants=map(_encode_game, games[first:end]), next_page_token=names[end] if end < len(names) else ""
    )


def _encode_game(game: OfferedGame) -> pb.Variant:
    variant = game.variant
    return pb.Variant(
        game=variant.name,
        title=variant.title,
        seat_names=variant.seat_names,
        ranks=variant.ranks,
        packs=variant.packs,
        hand_size=variant.hand_size,
        talon_size=variant.talon_size,
        has_partnerships=variant.has_partnerships,
        leader=variant.leader,
        follow=FOLLOW[variant.follow],
        trick_value=_encode_trick_value(variant.trick_value),
        contracts=map(_encode_contract, variant.contracts),
        declarer_left_leads=variant.declarer_left_leads,
        options=map(_encode_option, game.options),
        source=variant.source,
        quotas=variant.quotas,
        misere_quotas=variant.misere_quotas,
        absent=map(str, sort_hand(list(variant.absent), variant.ranks)),
        exchange=variant.exchange,
    )


def decode_game(wire: pb.Variant) -> OfferedGame:
    """A game from the wire."""
    options = tuple(map(_decode_option, wire.options))
    variant = Variant(
        name=wire.game,
        title=wire.title,
        seat_names=tuple(wire.seat_names),
        ranks=wire.ranks,
        packs=wire.packs,
        hand_size=wire.hand_size,
        talon_size=wire.talon_size,
        has_partnerships=wire.has_partnerships,
        leader=wire.leader if wire.HasField("leader") else None,
        follow=FOLLOW_RULES[wire.follow],
        trick_value=_decode_trick_value(wire.trick_value),
        contracts=tuple(map(_decode_contract, wire.contracts)),
        declarer_left_leads=wire.declarer_left_leads,
        quotas=tuple(wire.quotas),
        misere_quotas=tuple(wire.misere_quotas),
        options=tuple((option.name, option.default) for option in options),
        absent=frozenset(map(Card.parse, wire.absent)),
        exchange=wire.exchange,
        source=wire.source,
    )
    return OfferedGame(variant, options)


def _encode_contract(contract: Contract) -> pb.Contract:
    value = None if contract.value is None else _encode_trick_value(contract.value)
    return pb.Contract(name=contract.name, trump=contract.trump or "", is_misere=contract.is_misere, value=value)


def _decode_contract(wire: pb.Contract) -> Contract:
    value = _decode_trick_value(wire.value) if wire.HasField("value") else None
    return Contract(wire.name, wire.trump or None, wire.is_misere, value)


def _encode_trick_value(value: TrickValue) -> pb.TrickValue:
    return pb.TrickValue(
        per_trick=value.per_trick,
        last_trick=value.last_trick,
        by_rank=dict(value.by_rank),
        by_suit=dict(value.by_suit),
        by_card=dict(value.by_card),
    )


def _decode_trick_value(wire: pb.TrickValue) -> TrickValue:
    by_rank, by_suit, by_card = (tuple(sorted(points.items())) for points in (wire.by_rank, wire.by_suit, wire.by_card))
    return TrickValue(wire.per_trick, by_rank, wire.last_trick, by_suit, by_card)


def _encode_option(option: Option) -> pb.Option:
    return pb.Option(
        name=option.name,
        default=str(option.default),
        choices=option.choices,
        maximum=option.maximum,
        meaning=option.meaning,
    )


def _decode_option(wire: pb.Option) -> Option:
    default = wire.default if wire.choices else int(wire.default)
    return Option(wire.name, default, tuple(wire.choices), wire.maximum, wire.meaning)
