"""Which port is flashed, and how a firmware is built: by make, or not at all."""

from pathlib import Path

import pytest

from hal.serial.flashing import Flash, FlashError, build, find_port, write
from tests.conftest import needs


def test_the_only_port_is_flashed() -> None:
    assert find_port("auto", lambda: ["/dev/ttyUSB0"]) == "/dev/ttyUSB0"


@pytest.mark.parametrize(
    ("ports", "complaint"),
    [
        ([], "--serial: expected a USB port, found none: plug the board in, or name it"),
        (
            ["/dev/ttyUSB0", "/dev/ttyUSB1"],
            "--serial: expected one of /dev/ttyUSB0, /dev/ttyUSB1, got none: name it",
        ),
    ],
)
def test_a_wrong_port_is_never_written_to(ports: list[str], complaint: str) -> None:
    with pytest.raises(FlashError) as refused:
        find_port("auto", lambda: ports)
    assert str(refused.value) == complaint


def sources(folder: Path, recipe: str) -> Path:
    """Return a folder whose Makefile makes every firmware so."""
    for program, package in (("make", "make"), ("avr-gcc", "gcc-avr")):
        needs(program, package)
    (folder / "Makefile").write_text(f"$(BUILD)/%.hex:\n\t{recipe}\n")
    return folder


@pytest.mark.parametrize(
    ("baud", "pixels", "old", "folder", "made"),
    [
        (None, 121, False, "flash-auto", "rate= pixels= dog="),
        (250_000, 126, False, "flash-250000", "rate=250000 pixels=126 dog="),
        (None, 0, True, "flash-auto", "rate= pixels=0 dog=2"),
    ],
)
def test_make_hears_rate_and_pixels_and_that_the_watchdog_of_an_old_bootloader_never_resets(
    baud: int | None, pixels: int, folder: str, made: str, tmp_path: Path, *, old: bool
) -> None:
    recipe = "mkdir -p $(BUILD); echo 'rate=$(BAUD) pixels=$(PIXELS) dog=$(WATCHDOG)' > $@"
    built = build(
        "hall", baud, pixels=pixels, old_bootloader=old, sources=sources(tmp_path, recipe)
    )
    assert built == tmp_path / "build" / folder / "hall.hex"
    assert built.read_text() == f"{made}\n"


def test_a_firmware_is_built_in_a_folder_whose_name_has_a_space(tmp_path: Path) -> None:
    folder = tmp_path / "my board"
    folder.mkdir()
    built = build("reed", sources=sources(folder, "mkdir -p $(BUILD); echo built > $@"))
    assert (built, built.read_text()) == (folder / "build/flash-auto/reed.hex", "built\n")


def test_what_does_not_build_leaves_what_make_said(tmp_path: Path) -> None:
    with pytest.raises(FlashError) as failed:
        build("reed", sources=sources(tmp_path, "@echo out of flash; false"))
    assert str(failed.value) == "flash: expected the firmware to build, see what make says above"
    assert "out of flash" in failed.value.output


def test_without_sources_there_is_nothing_to_build(tmp_path: Path) -> None:
    with pytest.raises(FlashError) as refused:
        build("reed", sources=tmp_path)
    assert str(refused.value) == (
        f"flash: expected the firmware's sources in {tmp_path}, found none: install hnefi again, "
        "or run make firmware in hnefi's folder and name firmware/build/reed.hex by --hex"
    )


def test_a_tool_that_is_missing_is_named_with_its_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Makefile").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FlashError) as no_compiler:
        build("reed", sources=tmp_path)
    assert str(no_compiler.value) == (
        "flash: expected avr-gcc, which is not installed: sudo apt install gcc-avr avr-libc "
        "binutils-avr, or name a built firmware by --hex"
    )
    with pytest.raises(FlashError) as no_avrdude:
        write(Flash("/dev/null", tmp_path / "Makefile", 115_200))
    assert str(no_avrdude.value) == (
        "flash: expected avrdude, which is not installed: sudo apt install avrdude"
    )
