import pytest

from coset.errors import BadInput, TooBig
from coset.families.mines import closure, puz, rules, shards
from coset.families.mines.generate import generate, maker
from coset.families.mines.solve import rate, unique


@pytest.mark.parametrize("text", ["lock:5x4", "hexlock:4x4+colours", "hexes:4x4+colours+secrets", "sweep:5x4"])
def test_made_levels_have_the_score_asked_for(text):
    made = list(generate(text, low=1.0, high=12.0, seed=5, count=2))
    assert made == list(generate(text, low=1.0, high=12.0, seed=5, count=2))
    for level in made:
        assert 1.0 <= level.rating.smooth <= 12.0 and level.rating.solved
        again = puz.read(level.puz()).position
        assert again == level.position
        assert rate(again, 1) == level.rating
        assert rules.parse(rules.format(again)) == again
    assert rules.format(made[0].position) != rules.format(made[1].position)


def test_another_seed_makes_another_level():
    first, second = (next(generate("lock:5x5", low=1.0, seed=seed)).position for seed in (1, 2))
    assert first != second


def test_boards_of_minesweeper_need_no_guess():
    for text, total in (("9x9n10", 10), ("16x16n40", 40), ("30x16n99", 99)):
        for made in generate(text, seed=3, count=2):
            assert made.position.total == total
            assert made.position.revealed.bit_count() == 1
            cell = made.position.revealed.bit_length() - 1
            assert made.position.shown[cell] == 0
            assert closure.follow(made.position, 1).solved
            assert unique(made.position).unique


def test_every_mine_count_that_fits_can_be_made():
    assert next(generate("4x4n0", seed=1)).position.total == 0
    assert next(generate("4x3n3", seed=1)).position.total == 3


@pytest.mark.parametrize(
    "text", ["", "lock", "lock:6", "9x9", "9x9n73", "2x9n1", "lock:1x2", "lock:4x4+pink", "x:4x4", "9x9n10+colours"]
)
def test_wrong_makers_are_refused(text):
    with pytest.raises(BadInput):
        maker(text)


def test_wrong_wishes_are_refused():
    with pytest.raises(TooBig):
        maker("lock:999x999")
    with pytest.raises(BadInput):
        next(generate("lock:4x4", low=3, high=2))
    with pytest.raises(BadInput):
        next(generate("lock:4x4", inexact=-2))


def test_shards_are_the_levels_of_generate():
    question = shards.QUESTIONS[0]
    results = [shards.solve_shard(question, shard) for shard in shards.shards(question)]
    direct = generate("lock:4x4", low=0.5, high=9.0, seed=1, count=3)
    assert [row["id"] for row in shards.merge(question, results)["levels"]] == [
        rules.format(m.position) for m in direct
    ]
    with pytest.raises(BadInput):
        shards.shards({"verb": "sing"})
