"""A configuration is changed whole or not at all, and keeps what people wrote into it."""

from pathlib import Path

import pytest

from controller.assembly.configuration import ConfigurationError, load
from controller.assembly.errors import UsageMistake
from controller.assembly.rewriting import rewrite
from hal.kits import kit_names, kit_text

TEXT = """# mine
[board]
driver = "serial"   # a Nano

[wiring.pixels]
# it goes to and fro
serpentine = true

[power]
supply_ma = 900
"""


def test_a_section_is_replaced_and_all_else_stays(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(TEXT)
    file.chmod(0o640)
    rewrite(file, {"wiring.pixels": {"first": "k1"}, "wiring.sensors": {"along": "files"}})
    wiring = load(file).wiring
    assert (wiring.pixels.first, wiring.pixels.serpentine) == ("k1", False)
    assert wiring.sensors.along == "files"
    assert '# mine\n[board]\ndriver = "serial"   # a Nano\n' in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_section_is_taken_away(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(TEXT)
    rewrite(file, {"wiring.pixels": None, "wiring.sensors": None})
    assert not load(file).wiring.pixels.serpentine


def test_a_file_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "board.toml"
    rewrite(file, {"wiring.sensors": {"rows": (2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11)}})
    assert load(file).wiring.sensors.rows[:2] == (2, 1)


def test_what_would_be_no_configuration_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(TEXT)
    with pytest.raises(ConfigurationError, match="expected 1 sensor on each square"):
        rewrite(file, {"wiring.sensors": {"rows": [1] * 11}})
    assert file.read_text() == TEXT
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_no_toml_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[board\n")
    with pytest.raises(UsageMistake, match="expected a configuration to change"):
        rewrite(file, {"wiring.sensors": None})
    assert file.read_text() == "[board\n"


@pytest.mark.parametrize("kit", kit_names())
def test_every_kit_can_be_changed(kit: str, tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(kit_text(kit))
    before = load(file)
    rewrite(file, {"wiring.sensors": {"first": "k11"}})
    after = load(file)
    assert after.wiring.sensors.first == "k11"
    assert after.board == before.board
    assert after.wiring.pixels == before.wiring.pixels


@pytest.mark.parametrize("text", [b"a = " + b"[" * 5000, b"\xff\xfe"], ids=["deep", "bytes"])
def test_what_is_no_configuration_is_not_changed(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(text)
    with pytest.raises(UsageMistake, match=r"board\.toml: expected a configuration to change"):
        rewrite(file, {"wiring.pixels": {"first": "k1"}})
    assert file.read_bytes() == text
