"""The shared floors: cells, files, kernels, drawings, and the command line around the families."""

import os
import random
import subprocess
import sys
from collections import deque
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coset.cells.bits import areas, cells_of, flood, mask_of
from coset.cells.grid import mask_where, rows_from, rows_of
from coset.cells.pieces import FLAT
from coset.cells.symmetry import grid_maps, orientations, turned
from coset.cli import run
from coset.cli.common import endings, position_text
from coset.errors import BadInput, CosetError
from coset.files import write_whole
from coset.show.ansi import ansi
from coset.show.drawing import Cell, Drawing, Line, Text, sheet
from coset.show.svg import svg

boards = st.integers(1, 7).flatmap(lambda w: st.tuples(st.just(w), st.integers(0, 2 ** (w * 5) - 1)))


def component(start: int, free: int, width: int) -> set[int]:
    """By breadth-first search over coordinates."""
    cells = set(cells_of(free))
    seen, queue = {start}, deque([start])
    while queue:
        y, x = divmod(queue.popleft(), width)
        for ny, nx in ((y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)):
            cell = ny * width + nx
            if 0 <= nx < width and cell in cells and cell not in seen:
                seen.add(cell)
                queue.append(cell)
    return seen


@given(boards)
def test_areas_are_the_components_of_the_grid(board: tuple[int, int]) -> None:
    width, free = board
    found = areas(free, width)
    assert sum(found) == free
    assert [set(cells_of(area)) for area in found] == [component(next(cells_of(area)), free, width) for area in found]
    for area in found:
        assert flood(area & -area, free, width) == area


@given(boards)
def test_rows_and_masks_are_inverse(board: tuple[int, int]) -> None:
    width, mask = board
    rows = rows_from(mask, width, 5, "#", ".")
    assert mask_where(rows, "#") == mask == mask_of(cells_of(mask))
    assert rows_of("/".join(rows)) == rows


def test_the_seven_pieces_have_nineteen_orientations() -> None:
    assert sum(len(orientations(piece)) for piece in FLAT.values()) == 19
    assert len({shape for piece in FLAT.values() for shape in orientations(piece)}) == 19


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1), st.integers(0, 7))
def test_turns_form_a_group(cells: set[tuple[int, int]], turn: int) -> None:
    assert any(turned(turned(cells, turn), back) == turned(cells, 0) for back in range(8))


def test_grid_maps_of_a_rectangle_keep_its_shape() -> None:
    for width, height in ((5, 3), (3, 5), (4, 4), (1, 6)):
        maps = grid_maps(width, height)
        assert len(maps) == (8 if width == height else 4)
        assert all(sorted(goes) == list(range(width * height)) for goes in maps)
        for goes in maps:
            for a in range(width * height):
                for b in (a + 1, a + width):
                    if b < width * height and (b == a + width or b % width):
                        assert abs(goes[a] - goes[b]) in (1, width)


def test_bits_compiled_and_plain_agree() -> None:
    from coset.kernels.bits import lowest, popcount
    from coset.kernels.jit import kernel

    @kernel
    def both(words: np.ndarray, out: np.ndarray) -> None:
        for i in range(words.size):
            out[2 * i] = popcount(words[i])
            out[2 * i + 1] = lowest(words[i])

    rng = random.Random(1)
    words = [0, 1, 2**63, 2**64 - 1, *(rng.getrandbits(64) for _ in range(50))]
    out = np.zeros(2 * len(words), np.int64)
    both(np.array(words, np.uint64), out)
    assert out.tolist() == [n for word in words for n in (popcount(word), lowest(word))]


def test_table_keeps_all_keys_when_it_grows() -> None:
    from coset.kernels.table import empty, grown, slot_of

    keys, values = empty(16)
    rng = random.Random(2)
    stored: dict[int, int] = {}
    for number in range(2000):
        key = rng.getrandbits(64) | 1
        if len(stored) >= 0.7 * keys.size:
            keys, values = grown(keys, values)
        slot = slot_of(keys, np.uint64(key))
        keys[slot], values[slot] = key, number
        stored[key] = number
    for key, number in stored.items():
        slot = slot_of(keys, np.uint64(key))
        assert keys[slot] == key and values[slot] == number


def test_a_watched_call_reports_and_stops() -> None:
    from coset.kernels.watch import DONE, STOP, watched

    told: list[int] = []

    def impatient(done: int) -> None:
        told.append(done)
        if done > 3:
            raise KeyboardInterrupt

    stopped = []

    def work(watch: np.ndarray) -> None:
        import time

        while not watch[STOP]:
            watch[DONE] += 1
            time.sleep(0.001)
        stopped.append(True)

    with pytest.raises(KeyboardInterrupt):
        watched(work, impatient, every=0.01)
    assert told and stopped
    with pytest.raises(ZeroDivisionError):
        watched(lambda watch: 1 // int(watch[STOP]))


def test_the_cache_of_a_kernel_is_named_by_all_sources_it_may_call(tmp_path: Path) -> None:
    from coset.kernels.jit import HERE, digest

    family = tmp_path / "families" / "x"
    family.mkdir(parents=True)
    (family / "kernel.py").write_text("a = 1")
    before = digest.__wrapped__(family)
    (family / "kernel_two.py").write_text("a = 1")
    after = digest.__wrapped__(family)
    assert len({before, after, digest.__wrapped__(HERE)}) == 3


def test_svg_is_well_formed_whatever_the_words_are() -> None:
    nasty = "<&\"'>]]>"
    cells = (Cell(nasty, (0, 0), "free", nasty, nasty), Cell("b", (1, 0), "mine", mark="lit"))
    drawing = Drawing(nasty, cells, (Line(((0, 0), (1, 1))),), (Text((0, 2), nasty),))
    for page in (False, True):
        tree = ElementTree.fromstring(svg(drawing, page=page))
        assert [part.get("data-cell") for part in tree.iter() if part.get("data-cell")] == [nasty, "b"]


def test_a_sheet_names_the_cells_of_each_drawing() -> None:
    one = Drawing("one", (Cell("a", (0, 0)), Cell("b", (1, 0))))
    assert [cell.name for cell in sheet("both", [one, one]).cells] == ["1:a", "1:b", "2:a", "2:b"]
    assert ansi(sheet("both", [one, one]), colour=False)


def test_files_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "answer.txt"
    write_whole(target, "first")

    def fails(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(CosetError, match="No space left"):
        write_whole(target, "second")
    assert target.read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["answer.txt"]


@pytest.mark.parametrize("out", ["answer.exe", "nowhere/answer.json", "."])
def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput):
        endings(out, "json", "svg")


def test_positions_come_from_ids_files_and_nowhere_else(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("..#\n#..\n")
    assert position_text("nim", str(file)) == "..#\n#..\n"
    assert position_text("nim", "6x6") == "6x6"
    with pytest.raises(BadInput, match="no such file"):
        position_text("nim", "board-that-is-not.txt")


def coset(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "coset", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )


def test_help_imports_nothing_heavy() -> None:
    heavy = "[m for m in ('numpy', 'numba') if m in sys.modules]"
    code = f"import sys; from coset.cli import run; run(['--help']); print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    best = 9.0
    for _ in range(5):
        assert coset("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        before = after
    assert best < 0.15


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["figurs"], "figurs"),
        (["verify", "chess"], "no such family: 'chess'"),
        (["verify", "nim", "-n", "many"], "many"),
        (["verify", "nim", "-n", "0"], "at least 1"),
        (["nim", "solve"], "requires an argument"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_bad_words_get_one_line_and_exit_2(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("coset: ") and shown.err.count("\n") == 1 and says in shown.err


def test_no_words_at_all_show_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "figures" in capsys.readouterr().out
