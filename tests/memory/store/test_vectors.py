from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.vectors import (
    FloatArray,
    Part,
    VectorSidecar,
    content_hash,
    drop_everywhere,
    sidecar,
)

WIDTH = 8


def _rows(count: int, seed: int = 1) -> FloatArray:
    rows = np.random.default_rng(seed).standard_normal((count, WIDTH)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _owners(*keys: str) -> dict[str, str]:
    return {key: content_hash(key) for key in keys}


def _filled(root: Path, *keys: str, seed: int = 1) -> tuple[VectorSidecar, FloatArray]:
    cache = VectorSidecar(root, "space")
    rows = _rows(len(keys), seed)
    cache.append(list(keys), list(_owners(*keys).values()), rows)
    return cache, rows


def test_rows_come_back_normalised_after_a_restart(tmp_path: Path) -> None:
    cache, rows = _filled(tmp_path, "a", "b", "c")
    cache.close()
    loaded = VectorSidecar(tmp_path, "space").load(_owners("a", "b", "c"))
    assert loaded.keys == ("a", "b", "c")
    assert loaded.rows.dtype == np.float32
    np.testing.assert_allclose(loaded.rows, rows, atol=2e-3)
    np.testing.assert_allclose(np.linalg.norm(loaded.rows, axis=1), 1, atol=1e-6)
    assert loaded.ignored == 0
    assert (tmp_path / "rows.bin").stat().st_size == 3 * WIDTH * 2


def test_nothing_is_there_before_the_first_row(tmp_path: Path) -> None:
    cache = VectorSidecar(tmp_path / "none", "space")
    assert cache.dimension is None
    assert cache.load(_owners("a")).keys == ()
    assert not (tmp_path / "none").exists()


def test_a_newer_row_of_the_same_key_counts(tmp_path: Path) -> None:
    cache, _ = _filled(tmp_path, "a", "b")
    newer = _rows(1, seed=9)
    cache.append(["a"], [content_hash("a changed")], newer)
    loaded = cache.load({"a": content_hash("a changed"), "b": content_hash("b")})
    assert loaded.keys == ("b", "a")
    np.testing.assert_allclose(loaded.rows[1], newer[0], atol=2e-3)
    assert loaded.ignored == 1


def test_stale_and_ownerless_rows_are_ignored(tmp_path: Path) -> None:
    cache, _ = _filled(tmp_path, "a", "b", "c")
    loaded = cache.load({"a": content_hash("another text"), "b": content_hash("b")})
    assert (loaded.keys, loaded.ignored) == (("b",), 2)


def test_rows_of_another_space_are_ignored_and_replaced(tmp_path: Path) -> None:
    _filled(tmp_path, "a", "b")[0].close()
    other = VectorSidecar(tmp_path, "other space")
    assert other.load(_owners("a", "b")).keys == ()
    other.append(["a"], [content_hash("a")], np.ones((1, 3), np.float32))
    other.close()
    assert other.load(_owners("a", "b")).keys == ("a",)
    assert VectorSidecar(tmp_path, "space").dimension is None


def test_a_row_of_another_length_is_refused(tmp_path: Path) -> None:
    cache, _ = _filled(tmp_path, "a")
    with pytest.raises(UserError) as caught:
        cache.append(["b"], [content_hash("b")], np.ones((1, WIDTH + 1), np.float32))
    assert caught.value.code is ErrorCode.DIMENSION_MISMATCH
    assert cache.load(_owners("a", "b")).keys == ("a",)


@pytest.mark.parametrize("name", ["rows.bin", "index.jsonl", "meta.json"])
@pytest.mark.parametrize("damage", ["gone", "empty", "nul", "garbage"])
def test_a_damaged_file_costs_vectors_only(tmp_path: Path, name: str, damage: str) -> None:
    _filled(tmp_path, "a", "b")[0].close()
    path = tmp_path / name
    size = path.stat().st_size
    spoilt = {"empty": b"", "nul": b"\0" * size, "garbage": b"[1\n{}\n" * size}
    path.unlink() if damage == "gone" else path.write_bytes(spoilt[damage])
    cache = VectorSidecar(tmp_path, "space")
    assert cache.load(_owners("a", "b")).keys == ()
    cache.append(["a"], [content_hash("a")], _rows(1))
    assert cache.load(_owners("a", "b")).keys == ("a",)
    cache.close()
    assert VectorSidecar(tmp_path, "space").load(_owners("a", "b")).keys == ("a",)


@settings(max_examples=60)
@given(rows_cut=st.integers(0, 60), index_cut=st.integers(0, 200))
def test_cutting_either_file_anywhere_never_gives_a_wrong_row(
    tmp_path_factory: pytest.TempPathFactory, rows_cut: int, index_cut: int
) -> None:
    root = tmp_path_factory.mktemp("cut")
    cache, rows = _filled(root, "a", "b", "c", "d")
    cache.close()
    expected = dict(zip("abcd", rows, strict=True))
    for name, cut in (("rows.bin", rows_cut), ("index.jsonl", index_cut)):
        data = (root / name).read_bytes()
        (root / name).write_bytes(data[: max(0, len(data) - cut)])
    again = VectorSidecar(root, "space")
    fresh = _rows(1, seed=5)
    again.append(["e"], [content_hash("e")], fresh)
    expected["e"] = fresh[0]
    loaded = again.load(_owners(*"abcde"))
    assert "e" in loaded.keys
    for key, row in zip(loaded.keys, loaded.rows, strict=True):
        np.testing.assert_allclose(row, expected[key], atol=2e-3)


def test_compaction_keeps_what_has_an_owner(tmp_path: Path) -> None:
    keys = [f"k{number}" for number in range(1200)]
    cache, rows = _filled(tmp_path, *keys)
    kept = keys[1000:]
    assert cache.compaction_due(50)
    assert not cache.compaction_due(1200)
    for _ in cache.compaction(_owners(*kept)):
        pass
    assert (tmp_path / "rows.bin").stat().st_size == 200 * WIDTH * 2
    loaded = cache.load(_owners(*keys))
    assert loaded.keys == tuple(kept)
    np.testing.assert_allclose(loaded.rows, rows[1000:], atol=2e-3)
    cache.append(["z"], [content_hash("z")], _rows(1))
    assert cache.load(_owners("z")).keys == ("z",)


def test_a_long_compaction_gives_way(tmp_path: Path) -> None:
    keys = [f"k{number}" for number in range(1200)]
    cache, _ = _filled(tmp_path, *keys)
    assert sum(1 for _ in cache.compaction(_owners(*keys))) == 3


def test_calibration_is_kept_and_cleared(tmp_path: Path) -> None:
    cache = VectorSidecar(tmp_path, "space")
    cache.set_calibration({"fact": 0.75, "query": 0.7}, dimension=WIDTH)
    assert VectorSidecar(tmp_path, "space").calibration == {"fact": 0.75, "query": 0.7}
    cache.append(["a"], [content_hash("a")], _rows(1))
    cache.clear()
    assert (cache.calibration, cache.dimension) == ({}, None)
    assert cache.load(_owners("a")).keys == ()


def test_facts_and_rounds_have_files_of_their_own(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    for part in Part:
        cache = sidecar(folder, "e5", part)
        cache.append([part.value], [content_hash(part.value)], _rows(1))
        cache.close()
    owners = _owners("facts", "rounds")
    assert sidecar(folder, "e5").load(owners).keys == ("facts",)
    assert sidecar(folder, "e5", Part.ROUNDS).load(owners).keys == ("rounds",)


@pytest.mark.parametrize("space", ["", "..", ".hidden", "a/b", "a\\b", "c:d"])
def test_a_space_that_is_no_folder_name_is_a_bug(tmp_path: Path, space: str) -> None:
    with pytest.raises(ValueError, match="folder name"):
        sidecar(DataFolder(tmp_path), space)


def test_erased_texts_lose_their_vectors_in_every_space(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    for space in ("one", "two"):
        cache = sidecar(folder, space)
        cache.append(["a", "b"], list(_owners("a", "b").values()), _rows(2))
        cache.close()
    drop_everywhere(folder, ["a"])
    for space in ("one", "two"):
        assert sidecar(folder, space).load(_owners("a", "b")).keys == ("b",)
        assert (folder.vectors / space / "rows.bin").stat().st_size == WIDTH * 2
