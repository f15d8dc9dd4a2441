"""``forehand postmortem``."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from forehand import Card, Variant, analyze_play
from forehand.cli.postmortem_words import side_sentences
from forehand.solver.formats import read_record

from ..deals import BEZIQUE, BISMARCK, BRIDGE, random_record
from ..evidence import WAIT_SECONDS, Log
from ..slow import ENDLESS
from .running import DEMO, Run, ending, lines_of, spawn_slow

PLAY = ["2S", "3S", "QS", "4S", "AS", "KS"]
"""Rearhand wins the first trick, forehand the last: nobody errs but middlehand, who lets the king be caught."""


def test_json_judges_every_card(forehand: Run) -> None:
    result = forehand("postmortem", "-", "--json", stdin=lines_of(ending(play=PLAY)))
    (answer,) = result.lines
    assert result.code == 0
    assert (answer["id"], answer["game"], answer["contract"], answer["leader"]) == ("ending", "bismarck", "S", 0)
    assert answer["seats"] == ["forehand", "middlehand", "rearhand"]
    assert answer["exact"] is True
    assert answer["at_start"] == [1, 1, 0]
    assert answer["tally"] == [1, 0, 1]
    assert answer["costs"] == [0, 1, 0]
    assert [card["card"] for card in answer["cards"]] == PLAY
    assert answer["cards"][1] == {
        "index": 1,
        "trick": 1,
        "seat": 1,
        "card": "3S",
        "before": 1,
        "after": 0,
        "cost": 1,
        "free_cards": ["KS"],
    }


def test_the_demo_s_record_adds_up(forehand: Run) -> None:
    (answer,) = forehand("postmortem", DEMO, "--json", "--values", "--no-hindsight").lines
    assert "hindsight" not in answer
    cards = answer["cards"]
    assert len(cards) == 48
    assert sum(answer["tally"]) == 16
    for seat in range(3):
        assert answer["costs"][seat] == sum(card["cost"] for card in cards if card["seat"] == seat)
        assert [card["after"] for card in cards if card["seat"] == seat][-1] == answer["tally"][seat]
        assert answer["at_start"][seat] - answer["costs"][seat] + answer["gifts"][seat] == answer["tally"][seat]
    assert answer["turning_points"] == [card["index"] for card in cards if card["cost"]]
    assert answer["scores"] == [answer["tally"][0] - 8, answer["tally"][1] - 4, answer["tally"][2] - 4]
    assert [len(hand) for hand in answer["hands"]] == [16] * 3
    assert (answer["talon"], answer["laid_away"]) == (["3S", "2S", "AC", "7C"], ["JH", "9H", "7C", "5C"])
    for card in cards:
        assert card["cost"] == card["before"] - card["after"]
        assert (card["card"] in card["free_cards"]) == (card["cost"] == 0)
        values = {score["card"]: score["value"] for score in card["values"]}
        assert (max(values.values()), values[card["card"]]) == (card["before"], card["after"])
        assert card["free_cards"] == [name for name, value in values.items() if value == card["before"]]


def test_text_shows_the_deal_the_tricks_and_what_they_cost(forehand: Run) -> None:
    out = forehand("postmortem", "-", stdin=lines_of(ending(play=PLAY))).out
    assert out.splitlines()[:-1] == [
        "ending  Bismarck, ♠",
        "  forehand    ♠A2",
        "  middlehand  ♠K3",
        "  rearhand    ♠Q4",
        "",
        "  > leads   * takes the trick   -n what the card cost",
        "  trick  forehand    middlehand  rearhand",
        "      1  >♠2          ♠3   -1     ♠Q *",
        "      2   ♠A *        ♠K         >♠4",
        "",
        "  Turning points",
        "    trick 1, middlehand: ♠3 cost 1 (1 before, 0 after); free: ♠K",
        "",
        "  tricks        sure of   cost  given     got",
        "  forehand            1      0      0       1",
        "  middlehand          1      1      0       0",
        "  rearhand            0      0      1       1",
        "  sure of: what the seat was sure of before trick 1; given: by the others' cards",
        "",
        "  forehand was sure of 1 trick and had 1: its cards cost nothing.",
        "  middlehand could have had 1 trick, had 0, and lost it at trick 1 with ♠3.",
        "  rearhand was sure of 0 tricks and had 1: its cards cost nothing, and the others' cards gave it 1.",
        "  Hindsight sees every card, and nobody at the table did: none of this is blame.",
    ]


def test_text_shows_talon_and_what_was_laid_away(forehand: Run) -> None:
    lines = forehand("postmortem", DEMO, "--no-hindsight").out.splitlines()
    assert "  talon       ♠32 ♣A7" in lines
    assert "  laid away   ♥J9 ♣75" in lines


def test_unfinished_trick_is_shown(forehand: Run) -> None:
    lines = forehand("postmortem", "-", stdin=lines_of(ending(play=PLAY[:4]))).out.splitlines()
    assert "      2                          >♠4" in lines
    assert "  tricks        sure of   cost  given  so far" in lines


def test_no_play_and_no_cost_are_said(forehand: Run) -> None:
    assert "No play is recorded" in forehand("postmortem", "-", stdin=lines_of(ending())).out
    assert "No card cost anything" in forehand("postmortem", "-", stdin=lines_of(ending(play=PLAY[:1]))).out


def test_pass_says_what_its_numbers_mean(forehand: Run) -> None:
    result = forehand("postmortem", "-", stdin=lines_of(ending(play=PLAY, contract="pass")))
    assert "sure of: the most the others could force on the seat before trick 1" in result.out


def test_out_of_nodes_costs_are_open(forehand: Run) -> None:
    asked = lines_of(ending(play=PLAY))
    (answer,) = forehand("postmortem", "-", "--json", "--limit-nodes", 0, stdin=asked).lines
    assert answer["exact"] is False
    assert answer["stopped"] == "node_limit"
    assert answer["at_start"] == [None] * 3
    assert answer["at_start_bounds"] == [[0, 2]] * 3
    first = answer["cards"][0]
    assert (first["before"], first["cost"], first["before_bounds"]) == (None, None, [0, 2])
    assert answer["costs"] == [None] * 3
    out = forehand("postmortem", "-", "--limit-nodes", 0, stdin=asked).out
    assert re.search(r"^  forehand +0-2 +\? +\? +\d$", out, re.MULTILINE)
    assert "No card is known to have cost anything" in out


def test_best_line_from_any_point(forehand: Run) -> None:
    asked = lines_of(ending(play=PLAY))
    (answer,) = forehand("postmortem", "-", "--json", "--line-after", 1, stdin=asked).lines
    assert answer["best_line"] == {
        "after": 1,
        "seat": 1,
        "value": 1,
        "exact": True,
        "cards": ["KS", "4S", "3S", "QS", "AS"],
    }
    lines = forehand("postmortem", "-", "--line-after", 1, stdin=asked).out.splitlines()
    assert lines[-6:-2] == [
        "  Best line after 1 card: middlehand is sure of 1 of 2 tricks",
        "  trick  forehand    middlehand  rearhand",
        "      1  >♠2          ♠K *        ♠4",
        "      2   ♠A *       >♠3          ♠Q",
    ]


def test_best_line_after_the_last_card_and_after_none(forehand: Run) -> None:
    asked = lines_of(ending(play=PLAY))
    (answer,) = forehand("postmortem", "-", "--json", "--line-after", 6, stdin=asked).lines
    assert answer["best_line"]["cards"] == []
    assert "  the play is over" in forehand("postmortem", "-", "--line-after", 6, stdin=asked).out.splitlines()
    (answer,) = forehand("postmortem", "-", "--json", "--line-after", 0, stdin=asked).lines
    assert len(answer["best_line"]["cards"]) == 6


def test_best_line_after_more_cards_than_there_are_is_a_fault_of_the_deal(forehand: Run) -> None:
    result = forehand("postmortem", "-", "--json", "--line-after", 7, stdin=lines_of(ending(play=PLAY)))
    assert result.code == 2
    assert result.lines[0]["error"]["faults"] == [
        {"path": "line_after", "code": "OUT_OF_RANGE", "message": "no line after card 7; 6 recorded"}
    ]
    assert result.err == "<stdin>:1: line_after: no line after card 7; 6 recorded\n"
    assert forehand("postmortem", "-", "--line-after", 7, stdin=lines_of(ending(play=PLAY))).out == ""


def test_record_without_a_contract_is_a_bad_deal(forehand: Run) -> None:
    result = forehand("postmortem", "-", "--json", stdin=lines_of(ending(contract=None)))
    assert result.code == 2
    assert result.lines[0]["error"]["faults"][0]["code"] == "MISSING_CONTRACT"
    assert result.err == "<stdin>:1: contract: no contract is named\n"


def test_partners_share_what_they_got(forehand: Run) -> None:
    deal = {"id": "b", "game": "bridge", "deal": "N:A2... K3... Q4... J5...", "trump": "NT", "leader": "N"}
    lines = forehand("postmortem", "-", stdin=lines_of({**deal, "play": "AS 3S 4S 5S 2S KS QS JS"})).out.splitlines()
    at = lines.index("  tricks    sure of   cost  given     got")
    assert lines[at + 1 : at + 5] == [f"  {seat}               1      0      0       1" for seat in "NESW"]
    assert "  N-S were sure of 1 trick and had 1: their cards cost nothing." in lines
    assert sum(" sure of 1 trick" in line for line in lines) == 2


def test_words_of_a_pipe_that_has_no_suit_symbols() -> None:
    from forehand.cli.words import Words

    assert Words("utf-8").card(Card("T", "H")).plain == "♥10"
    assert Words("ascii").card(Card("T", "H")).plain == "H10"
    hand = read_record(ending()).hands[0]
    assert Words("latin-1").hand(hand).plain == "SA2"


EASY: dict[str, Any] = {
    "id": "easy",
    "hands": ["AKQJ.AKQJ.AKQJ.AKQJ", "T987.T987.T987.T987", "6543.6543.6543.6543"],
    "talon": "2.2.2.2",
    "laid_away": "J.J.2.2",
    "contract": "S",
    "play": "AS TS 6S",
}
"""A whole deal whose every exchange is found in no time."""


def test_hindsight_names_the_best_contract_and_exchange_and_what_they_cost(forehand: Run) -> None:
    (answer,) = forehand("postmortem", "-", "--json", stdin=lines_of(EASY)).lines
    found = answer["hindsight"]
    assert found["exact"] is True
    assert [worth["contract"] for worth in found["contracts"]] == ["S", "H", "D", "C", "NT", "pass"]
    assert [(worth["value"], worth["score"]) for worth in found["contracts"]] == [(16, 8)] * 5 + [(9, -5)]
    assert found["best_contracts"] == ["S", "H", "D", "C", "NT"]
    parts = ("best_score", "contract_cost", "exchange_cost", "kept", "play_cost", "gifts", "had")
    assert [found[part] for part in parts] == [8, 0, 2, 6, 0, None, None]
    lines = forehand("postmortem", "-", stdin=lines_of(EASY)).out.splitlines()
    at = lines.index("  forehand with hindsight    takes     score  lays away")
    assert lines[at + 1].startswith("    ♠  named, best              16        +8  ♥2 ♦2 ♣J")
    assert lines[at + 6].startswith("    pass                         9        -5  ♣AKQJ")
    assert lines[at + 7].startswith("  With hindsight forehand could have scored +8 with ♠ (laying away ")
    assert lines[at + 7].endswith("naming ♠ cost nothing, what was laid away cost 2 and the play cost nothing.")


def test_to_keep_the_hand_is_an_exchange_too(forehand: Run) -> None:
    deal = {"options": {"exchange": "optional"}, "talon": "5.5.5.5", "contract": "S"}
    hands = ["AKQJ.AKQJ.AKQJ.AKQJ", "T987.T987.T987.T987", "6432.6432.6432.6432"]
    lines = forehand("postmortem", "-", stdin=lines_of({"hands": hands, **deal})).out.splitlines()
    assert "    ♠  named, best              16        +8  nothing" in lines
    said = "With hindsight forehand could have scored +8 with ♠ (keeping the hand): naming ♠ cost nothing"
    assert f"  {said} and keeping the hand cost nothing." in lines


def test_without_a_talon_contracts_are_compared_with_the_hand_as_it_was_played(forehand: Run) -> None:
    hands = ["AKQ2.AKQ2.AKQJ.AKQJ", *EASY["hands"][1:]]
    deal = {"hands": hands, "contract": "pass", "leader": 0}
    (answer,) = forehand("postmortem", "-", "--json", stdin=lines_of(deal)).lines
    found = answer["hindsight"]
    assert {worth["value"] for worth in found["contracts"]} == {14}
    assert [found[part] for part in ("best_score", "contract_cost", "exchange_cost", "kept")] == [6, 16, 0, -10]
    assert all(worth["discards"] == [] for worth in found["contracts"])


def test_a_deal_that_cannot_be_compared_has_no_hindsight(forehand: Run) -> None:
    result = forehand("postmortem", "-", "--json", stdin=lines_of(ending(play=PLAY)))
    assert "hindsight" not in result.lines[0]
    assert "With hindsight" not in forehand("postmortem", "-", stdin=lines_of(ending(play=PLAY))).out


def test_hindsight_at_a_limit_claims_no_more_than_it_knows(forehand: Run) -> None:
    (answer,) = forehand("postmortem", "-", "--json", "--limit-nodes", 0, stdin=lines_of(EASY)).lines
    found = answer["hindsight"]
    assert (found["exact"], found["best_score"], found["best_contracts"]) == (False, None, [])
    assert found["best_score_bounds"] == [-8, 8]
    assert found["contract_cost_bounds"] == [0, 16]
    assert found["stopped"] == "node_limit"
    assert all(worth["value"] is None for worth in found["contracts"])
    out = forehand("postmortem", "-", "--limit-nodes", 0, stdin=lines_of(EASY)).out
    assert "With hindsight forehand could have scored -8 to +8: naming ♠ cost 0-16" in out


def test_what_is_no_blame_is_said_once(forehand: Run) -> None:
    out = forehand("postmortem", "-", "--no-hindsight", stdin=lines_of(EASY, ending(play=PLAY))).out
    assert out.count("none of this is blame") == 1


PASSED = {"contract": "pass", "hands": ["A32...", "KQ4...", "J65..."], "play": "3S KS JS 4S 6S AS 2S QS 5S"}
SHORT = {"contract": "NT", "hands": ["A32.K..", "KQ4.A..", "J65.Q.."], "play": "KH AH QH 4S JS AS 3S"}


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (ending(), "forehand was sure of 1 trick."),
        (ending(play=PLAY), "middlehand could have had 1 trick, had 0, and lost it at trick 1 with ♠3."),
        (ending(**PASSED), "forehand could be made to take 1 trick and took 1: its cards cost nothing."),
        (ending(**PASSED), "middlehand could have stayed at 1 trick, took 2, and let in 1 at trick 1 with ♠K."),
        (
            ending(**PASSED),
            "rearhand could be made to take 1 trick and took 0: its cards cost nothing, "
            "and the others' cards spared it 1.",
        ),
        (ending(**SHORT), "middlehand was sure of 2 tricks and has 1 so far: its cards cost nothing."),
    ],
)
def test_what_a_seat_could_have_had_is_said(forehand: Run, deal: dict[str, Any], sentence: str) -> None:
    assert f"  {sentence}\n" in forehand("postmortem", "-", stdin=lines_of(deal)).out


@pytest.mark.parametrize("game", [BISMARCK, BRIDGE, BEZIQUE[1]], ids=lambda game: game.name)
def test_sentences_tell_every_loss_and_no_other(game: Variant) -> None:
    rng = random.Random(f"sentences {game.name}")
    for _ in range(30):
        judged = analyze_play(random_record(rng, game, 5, suits=rng.randint(2, 4), plays=5 * game.seats))
        sides = list(dict.fromkeys(game.side_of(seat) for seat in range(game.seats)))
        for side, sentence in zip(sides, side_sentences(judged), strict=True):
            text = "".join(part if isinstance(part, str) else str(part) for part in sentence)
            losses = [card for card in judged.turning_points if card.seat in side]
            told = re.findall(r"at trick (\d+) with (\w\w)", text)
            assert told == [(str(card.trick), str(card.card)) for card in losses]
            assert (" cost nothing" in text) == (not losses)
            assert str(judged.at_start[side[0]].value) in text
            won, gift = sum(judged.tally[seat] for seat in side), judged.gifts[side[0]]
            assert re.search(rf"(?:had|took) {won}[:,]", text)
            assert re.findall(r"others' cards (?:gave|spared) \w+ (\d+)", text) == ([str(gift)] if gift else [])
            if len(losses) > 1:
                assert all(f"{card.cost} at trick {card.trick} " in text for card in losses)


def test_ctrl_c_in_hindsight_leaves_what_is_known(tmp_path: Path) -> None:
    path, log = tmp_path / "page.html", Log(tmp_path / "log")
    with spawn_slow(log, "forehand.cli.backend", "postmortem", DEMO, "--html", path) as process:
        log.wait_for(ENDLESS)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=WAIT_SECONDS)
    assert (process.returncode, err.strip()) == (130, "")
    assert "trick 2, forehand: ♠2 cost 1" in out
    assert "With hindsight forehand could have scored" in out
    assert out.endswith("; was interrupted)\n")
    page = path.read_text(encoding="utf-8")
    assert "The search was interrupted: what it did not reach is open." in page
    assert "The work was interrupted: later deals are not here." in page
    assert page.endswith("</html>\n")
