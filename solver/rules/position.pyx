"""A position in the play, with the rules applied to it: immutable, one C struct inside."""

from functools import partial

from libc.stdint cimport uint64_t
from libc.string cimport memset

from ..cards import SUITS, Card, sort_hand
from ..errors import Fault, InvalidInput
from .variant import FollowRule

_FOLLOW = {
    FollowRule.FOLLOW_ONLY: FOLLOW_ONLY,
    FollowRule.FOLLOW_OR_TRUMP: FOLLOW_OR_TRUMP,
    FollowRule.MUST_BEAT: MUST_BEAT,
}


cdef class Position:
    def __init__(self, variant, contract, hands, int leader, trick=(), *, tally=None):
        self.variant = variant
        self.contract = contract
        self.tally = tuple(tally) if tally is not None else (0,) * variant.seats
        self.card_of_bit = _card_table(variant)
        _fill_rules(&self.rules, variant, contract)
        faults = _shape_faults(variant, hands, leader, trick, self.tally)
        if faults:
            raise InvalidInput(faults)
        held = [list(hand) for hand in hands]
        for place, card in enumerate(trick):
            held[(leader + place) % variant.seats].append(card)
        self._deal(held, leader)
        for place, card in enumerate(trick):
            fault = _play_fault(self, card)
            if fault is not None:
                faults.append(Fault(f"trick[{place}]", *fault))
                break
            self._put_on_table(card)
        if faults:
            raise InvalidInput(faults)

    cdef void _deal(self, object held, int leader):
        cdef CardSet taken = 0
        cdef int card
        for seat, hand in enumerate(held):
            for named in hand:
                card = self._find(named, ~taken)
                taken |= bit(card)
                self.state.hand[seat] |= bit(card)
                self.state.shape += <uint64_t>1 << ((<int>seat << 4) + ((card >> 4) << 2))
        self._lead_from(leader)

    cdef void _lead_from(self, int leader):
        self.leader = leader
        self.trick = ()
        self.table = 0
        self.trick_so_far = new_trick(leader)

    cdef void _put_on_table(self, object card):
        cdef int seat = self.trick_so_far.seat
        cdef int number = self._find(card, self.state.hand[seat])
        take_out(&self.state, seat, number)
        self.table |= bit(number)
        self.trick += (card,)
        self.trick_so_far = with_card(&self.rules, &self.trick_so_far, number)

    cdef int _find(self, object card, CardSet among):
        # The bit of this card in the set, or -1.
        cdef int shift = self.rules.copy_shift
        cdef int strength = len(self.variant.ranks) - 1 - self.variant.ranks.index(card.rank)
        cdef int first = (<int>SUITS.index(card.suit) << 4) + (strength << shift)
        cdef int number
        for number in range(first, first + (1 << shift)):
            if among & bit(number):
                return number
        return -1

    cdef tuple _cards(self, CardSet cards):
        return tuple([self.card_of_bit[number] for number in _STRONGEST_FIRST if cards & bit(number)])

    cdef Position _copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant, other.contract, other.tally = self.variant, self.contract, self.tally
        other.card_of_bit, other.rules, other.state = self.card_of_bit, self.rules, self.state
        other.leader, other.trick, other.table = self.leader, self.trick, self.table
        other.trick_so_far = self.trick_so_far
        return other

    @property
    def hands(self):
        return tuple([self._cards(self.state.hand[seat]) for seat in range(self.rules.seats)])

    @property
    def to_move(self):
        return self.trick_so_far.seat

    @property
    def is_over(self):
        return self.cards_left == 0

    @property
    def cards_left(self):
        return sum([_popcount(self.state.hand[seat]) for seat in range(self.rules.seats)])

    @property
    def tricks_left(self):
        return (self.cards_left + len(self.trick)) // self.rules.seats

    @property
    def points_left(self):
        """Everything still to be won, the current trick included."""
        cdef CardSet left = self.table
        cdef int seat, card, points
        for seat in range(self.rules.seats):
            left |= self.state.hand[seat]
        if not left:
            return 0
        points = _popcount(left) // self.rules.seats * self.rules.per_trick + self.rules.last_trick
        if self.rules.has_card_points:
            for card in range(64):
                if left & bit(card):
                    points += self.rules.points[card]
        return points

    cdef CardSet _legal(self):
        return legal_plays(&self.rules, &self.trick_so_far, self.state.hand[self.trick_so_far.seat])

    def legal_plays(self):
        if self.is_over:
            return ()
        return tuple(dict.fromkeys(self._cards(self._legal())))

    def play(self, card, *, bint force=False):
        fault = _play_fault(self, card)
        if fault is not None and not (force and fault[0] == "REVOKE"):
            raise InvalidInput([Fault("card", *fault)])
        cdef Position after = self._copy()
        after._put_on_table(card)
        if after.trick_so_far.place == self.rules.seats:
            points = trick_points(&self.rules, &after.state, &after.trick_so_far)
            winner = after.trick_so_far.winner
            after.tally = tuple([won + points * (seat == winner) for seat, won in enumerate(self.tally)])
            after._lead_from(winner)
        return after

    def perft(self, int plays):
        """How many sequences of ``plays`` cards the rules allow from here; identical cards count once."""
        cdef State state = self.state
        cdef uint64_t count
        with nogil:
            count = _perft(&state, &self.rules, self.trick_so_far, plays)
        return count

    def play_fault(self, card):
        return _play_fault(self, card)

    def _identity(self):
        return (self.variant, self.contract, self.hands, self.leader, self.trick, self.tally)

    def __eq__(self, other):
        return isinstance(other, Position) and self._identity() == (<Position>other)._identity()

    def __hash__(self):
        return hash(self._identity())

    def __reduce__(self):
        *identity, tally = self._identity()
        return partial(Position, tally=tally), tuple(identity)

    def __repr__(self):
        return f"Position({self.variant.name}, {self.contract.name}, to move {self.to_move}, {self.cards_left} cards left)"


cdef int _popcount(CardSet cards) noexcept nogil:
    cdef int count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


cdef uint64_t _perft(State* state, const RuleTable* rules, Trick trick, int plays) noexcept nogil:
    if plays == 0:
        return 1
    cdef CardSet moves = legal_plays(rules, &trick, state.hand[trick.seat])
    if rules.copy_shift:
        moves &= ~((moves & <CardSet>0x5555555555555555) << 1)
    cdef Trick after
    cdef uint64_t count = 0
    cdef int card
    for card in range(64):
        if moves & bit(card):
            take_out(state, trick.seat, card)
            after = with_card(rules, &trick, card)
            count += _perft(state, rules, new_trick(after.winner) if after.place == rules.seats else after, plays - 1)
            put_back(state, trick.seat, card)
    return count


_STRONGEST_FIRST = tuple([16 * suit + place for suit in range(4) for place in range(15, -1, -1)])
_CARD_TABLES = {}


def _card_table(variant):
    """The card of each bit; a pure function of the ranks and the packs, so keeping it is safe."""
    key = variant.ranks, variant.packs
    if key not in _CARD_TABLES:
        table = [None] * 64
        for suit, letter in enumerate(SUITS):
            for strength, rank in enumerate(reversed(variant.ranks)):
                for copy in range(variant.packs):
                    table[16 * suit + strength * variant.packs + copy] = Card(rank, letter)
        _CARD_TABLES[key] = tuple(table)
    return _CARD_TABLES[key]


cdef void _fill_rules(RuleTable* rules, variant, contract):
    rules.seats = variant.seats
    rules.trump = SUITS.index(contract.trump) if contract.trump is not None else NO_SUIT
    rules.follow = _FOLLOW[variant.follow]
    rules.copy_shift = variant.packs - 1
    value = variant.value_of(contract)
    rules.per_trick = value.per_trick
    rules.last_trick = value.last_trick
    rules.has_card_points = value.has_card_points
    rules.points_by_suit = not any([points for _, points in value.by_rank])
    rules.single_cards = 0
    memset(rules.points, 0, sizeof(rules.points))
    if not rules.has_card_points:
        return
    single = {name for name, points in value.by_card if points}
    for number, card in enumerate(_card_table(variant)):
        if card is not None:
            rules.points[number] = value.card_points(card)
            rules.single_cards |= bit(number) if str(card) in single else 0


def _shape_faults(variant, hands, leader, trick, tally):
    """What keeps these hands from being a position at all."""
    faults = []
    if len(hands) != variant.seats:
        return [Fault("hands", "WRONG_SEATS", f"{len(hands)} hands, but {variant.title} has {variant.seats} seats")]
    if not 0 <= leader < variant.seats:
        return [Fault("leader", "WRONG_LEADER", f"there is no seat {leader}; seats are 0 to {variant.seats - 1}")]
    if len(tally) != variant.seats:
        faults.append(Fault("tally", "WRONG_SEATS", f"{len(tally)} numbers for {variant.seats} seats"))
    if len(trick) >= variant.seats:
        return [*faults, Fault("trick", "WRONG_COUNT", f"{len(trick)} cards: a trick in progress has fewer than {variant.seats}")]
    lengths = [len(hand) for hand in hands]
    for place in range(len(trick)):
        lengths[(leader + place) % variant.seats] += 1
    for seat, length in enumerate(lengths):
        if length != lengths[leader]:
            faults.append(Fault(f"hands[{seat}]", "WRONG_COUNT",
                f"{length} cards at the start of this trick, but the leader had {lengths[leader]}"))
    if max(lengths) > variant.hand_size:
        faults.append(Fault("hands", "WRONG_COUNT", f"{max(lengths)} cards in a hand; {variant.title} has at most {variant.hand_size}"))
    seen = {}
    places = [(f"hands[{seat}]", card) for seat, hand in enumerate(hands) for card in hand]
    places += [(f"trick[{place}]", card) for place, card in enumerate(trick)]
    for path, card in places:
        if not variant.has_card(card):
            faults.append(Fault(path, "UNKNOWN_CARD", f"{card} is not in the pack of {variant.title}"))
            continue
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > variant.packs:
            faults.append(Fault(path, "DUPLICATE_CARD", f"{card} is there {seen[card]} times; the pack has {variant.packs}"))
    return faults


cdef _play_fault(Position position, card):
    """Why this card may not be played here, as (code, message), or None."""
    cdef int seat = position.trick_so_far.seat
    cdef CardSet hand = position.state.hand[seat]
    if not hand:
        return "PLAY_AFTER_END", f"{card} is played after the last trick"
    if card.rank not in position.variant.ranks or position._find(card, hand) < 0:
        return "CARD_NOT_HELD", f"{_seat_name(position, seat)} does not hold {card}"
    if position._find(card, position._legal()) < 0:
        led = position.card_of_bit[position.trick_so_far.led]
        legal = " ".join(map(str, position.legal_plays()))
        return "REVOKE", f"{_seat_name(position, seat)} may not play {card} to the lead of {led}: legal are {legal}"
    return None


cdef _seat_name(Position position, int seat):
    return f"seat {seat} ({position.variant.seat_names[seat]})"
