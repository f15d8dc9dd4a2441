"""``forehand cards``."""

from __future__ import annotations

from .running import DEMO, Run, ending, lines_of


def test_json_scores_every_legal_card(forehand: Run) -> None:
    result = forehand("cards", "-", "--json", stdin=lines_of(ending()))
    (line,) = result.lines
    assert result.code == 0
    assert list(line) == ["id", "to_move", "seat", "exact", "cards", "nodes", "seconds"]
    assert line["cards"] == [
        {"card": "AS", "value": 1, "exact": True},
        {"card": "2S", "value": 1, "exact": True},
    ]


def test_values_are_for_the_seat_to_move_or_the_one_asked(forehand: Run) -> None:
    played = ["AS"]
    own, other = forehand(
        "cards", "-", "--json", stdin=lines_of(ending(play=played), ending(play=played, seat=2))
    ).lines
    assert (own["to_move"], own["seat"]) == (1, 1)
    assert [(card["card"], card["value"]) for card in own["cards"]] == [("KS", 0), ("3S", 1)]
    assert (other["to_move"], other["seat"]) == (1, 2)
    assert [card["value"] for card in other["cards"]] == [1, 0]


def test_text_marks_the_best_cards_for_the_seat_to_move(forehand: Run) -> None:
    positive = forehand("cards", "-", stdin=lines_of(ending(play=["AS"]))).out.splitlines()
    assert positive[1] == "  middlehand plays; tricks middlehand is sure of, by card (* best for middlehand):"
    assert [line.split() for line in positive[2:4]] == [["♠K", "0"], ["♠3", "1", "*"]]
    misere = forehand("cards", "-", stdin=lines_of(ending(play=["AS"], contract="pass"))).out.splitlines()
    assert misere[1] == "  middlehand plays; tricks middlehand can be forced to take, by card (* best for middlehand):"
    assert [line.split() for line in misere[2:4]] == [["♠K", "0", "*"], ["♠3", "1"]]


def test_penalty_contracts_count_points(forehand: Run) -> None:
    deal = ending(game="bismarck-estonian", contract="no_queen")
    lines = forehand("cards", "-", stdin=lines_of(deal)).out.splitlines()
    assert lines[1] == "  forehand plays; points forehand can be forced to take, by card (* best for forehand):"


def test_bounds_are_marked_as_such(forehand: Run) -> None:
    result = forehand("cards", "-", "--json", "--limit-nodes", 0, stdin=lines_of(ending()))
    (line,) = result.lines
    assert line["exact"] is False
    assert line["cards"][0] == {"card": "AS", "value": None, "exact": False, "lower": 0, "upper": 2}


def test_a_play_that_is_over_has_no_cards(forehand: Run) -> None:
    assert forehand("cards", DEMO, "--json").lines[0]["cards"] == []
    assert "the play is over" in forehand("cards", DEMO).out
