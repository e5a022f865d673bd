"""What is built goes beside its sources, and never into a folder that belongs to others."""

from pathlib import Path

import pytest

from hal.build_folder import build_folder


def test_what_is_built_lies_beside_its_sources(tmp_path: Path) -> None:
    assert build_folder(tmp_path) == tmp_path / "build"
    assert build_folder(tmp_path, "baud=115200") == tmp_path / "build/baud=115200"


@pytest.mark.parametrize("sources", ["/nowhere/firmware", "/usr/lib/hnefi/firmware"])
def test_where_one_may_not_write_or_a_package_owns_the_folder_it_lies_in_the_cache(
    sources: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = build_folder(Path(sources), "flash-auto")
    assert folder.parent.parent == tmp_path / "hnefi"
    assert folder.name == "flash-auto"
