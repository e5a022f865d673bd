"""Each fault of each Raspberry Pi is named, with its cure, and a sound one has none."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.assembly.configuration import Configuration, load
from controller.doctor.examination import examine, without_secrets
from controller.doctor.machine import Owner
from controller.doctor.upkeep import package_checks, python_check, store_checks, supply_checks
from hal.diagnosis.check import Check, Verdict
from hal.kits import kit_text
from tests.controller.doctor.computers import BUILDER, ROOT, Tree

GAMES = Path("/var/lib/hnefi")
STRANGER = replace(BUILDER, groups=frozenset({"astrid"}))


def kit(name: str, folder: Path, *changes: tuple[str, str]) -> Configuration:
    text = kit_text(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "board.toml"
    file.write_text(text)
    return load(file)


def installed(_: str) -> object:
    return SimpleNamespace(gpiochip_open=None)


def bad(tree: Tree, config: Configuration, root: Path) -> list[Check]:
    checks = examine(tree.computer(root), config, GAMES, installed)
    return [check for check in checks if check.verdict is not Verdict.OK]


SOUND = {
    "Pi 3": (Tree("Pi 3", "dtparam=audio=off", user=ROOT), "gpio-matrix", ()),
    "Pi 3 SPI": (Tree("Pi 3", "dtparam=spi=on\ncore_freq=250"), "gpio-matrix-spi", ()),
    "Pi 4": (Tree("Pi 4", "dtparam=audio=off", user=ROOT), "gpio-matrix", ()),
    "Pi 4 SPI": (Tree("Pi 4", "[pi4]\ncore_freq_min=500 # still"), "gpio-matrix-spi", ()),
    "Pi 5": (
        Tree("Pi 5", "dtoverlay=ws2812-pio,gpio=18,num_leds=121"),
        "gpio-matrix",
        (('driver = "ws281x"', 'driver = "leds0"'),),
    ),
    "Pi 5 SPI": (Tree("Pi 5", "dtparam=spi=on"), "gpio-matrix-spi", ()),
    "Zero 2 W": (Tree("Zero 2 W"), "nano-reed", ()),
    "laptop": (Tree("laptop"), "nano-reed", ()),
    "Zero 2 W SPI": (Tree("Zero 2 W", "core_freq=250"), "gpio-matrix-spi", ()),
}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_computer_has_no_fault(name: str, tmp_path: Path) -> None:
    tree, kit_name, changes = SOUND[name]
    assert bad(tree, kit(kit_name, tmp_path, *changes), tmp_path / "root") == []


FAULTS = [
    ("Pi 4", {"config": "dtparam=audio=on"}, "sound", "dtparam=audio=off"),
    ("Pi 4", {"user": BUILDER}, "strip", "sudo"),
    ("Pi 4", {"devices": ()}, "pins", "Start it on a Raspberry Pi"),
    ("Pi 4", {"command_line": "console=serial0,115200"}, "pins", "raspi-config"),
    ("Pi 4", {"config": "dtparam=i2c_arm=on"}, "pins", "Remove dtparam=i2c_arm=on"),
    ("Pi 4", {"config": "dtoverlay=w1-gpio"}, "pins", "Remove dtoverlay=w1-gpio"),
    ("Pi 4", {"config": "dtparam=spi=on"}, "pins", "Remove dtparam=spi=on"),
    ("Pi 4", {"throttled": "50005"}, "supply", "supply"),
    ("Pi 4", {"mounts": "/dev/mmcblk0p2 / ext4 ro 0 0"}, "disk", "replace it"),
    ("Pi 3 SPI", {"config": "dtparam=spi=on"}, "clock", "core_freq=250"),
    ("Pi 4 SPI", {"config": "[pi3]\ncore_freq_min=500"}, "clock", "core_freq_min=500"),
    ("Zero 2 W SPI", {"config": ""}, "clock", "core_freq=250"),
    ("Pi 3 SPI", {"devices": ("gpiochip0",)}, "strip", "dtparam=spi=on"),
    ("Pi 3 SPI", {"user": replace(BUILDER, groups=frozenset({"gpio"}))}, "strip", "-aG spi astrid"),
    ("Pi 3 SPI", {"user": replace(BUILDER, groups=frozenset({"spi"}))}, "pins", "-aG gpio astrid"),
    ("Pi 5", {"config": ""}, "overlay", "dtoverlay=ws2812-pio,gpio=18,num_leds=121"),
    (
        "Pi 5",
        {"config": "dtoverlay=ws2812-pio,gpio=18,num_leds=60"},
        "overlay",
        "num_leds=121",
    ),
    (
        "Pi 5",
        {"owners": {"leds0": Owner(0, "root", 0o600)}},
        "strip",
        "/etc/udev/rules.d/60-hnefi.rules",
    ),
    ("Zero 2 W", {"devices": ()}, "port", "carries data"),
    ("Zero 2 W", {"user": STRANGER}, "port", "-aG dialout astrid"),
    ("Zero 2 W", {"owners": {"hnefi": Owner(0, "root", 0o755)}}, "store", "chown -R astrid"),
]


@pytest.mark.parametrize(("name", "change", "part", "cure"), FAULTS)
def test_a_fault_is_named_with_its_cure(
    name: str, change: dict[str, object], part: str, cure: str, tmp_path: Path
) -> None:
    tree, kit_name, changes = SOUND[name]
    broken = Tree(**{**tree.__dict__, **change})
    found = bad(broken, kit(kit_name, tmp_path, *changes), tmp_path / "root")
    assert [check.part for check in found] == [part]
    assert cure in str(found[0].cure)


def test_ws281x_on_a_pi_5_is_refused_and_so_is_leds0_on_a_pi_4(tmp_path: Path) -> None:
    on_five = bad(Tree("Pi 5", user=ROOT), kit("gpio-matrix", tmp_path), tmp_path / "five")
    assert "ws281x does not work on a Raspberry Pi 5." in [check.finding for check in on_five]
    config = kit("gpio-matrix", tmp_path, ('driver = "ws281x"', 'driver = "leds0"'))
    on_four = bad(Tree("Pi 4"), config, tmp_path / "four")
    assert [check.finding for check in on_four] == [
        "leds0 works only on a Raspberry Pi 5, and this is Raspberry Pi 4 Model B Rev 1.5."
    ]


def test_a_supply_that_was_too_low_once_is_a_warning(tmp_path: Path) -> None:
    tree, name, changes = SOUND["Zero 2 W"]
    found = bad(replace(tree, throttled="50000"), kit(name, tmp_path, *changes), tmp_path / "root")
    assert [(check.part, check.verdict) for check in found] == [("supply", Verdict.WARN)]


def test_packages_that_are_missing_or_only_stubs_are_named(tmp_path: Path) -> None:
    def importer(name: str) -> object:
        if name == "rpi_ws281x":
            raise ImportError(name)
        return SimpleNamespace()

    checks = package_checks(kit("gpio-matrix", tmp_path), importer)
    assert {str(check.finding).split(" ")[0]: check.verdict for check in checks} == {
        "gpiozero": Verdict.OK,
        "lgpio": Verdict.FAIL,
        "rpi_ws281x": Verdict.FAIL,
    }


def test_an_old_python_is_refused() -> None:
    assert python_check((3, 9, 2)).verdict is Verdict.FAIL
    assert python_check((3, 11, 0)).verdict is Verdict.OK


@pytest.mark.parametrize(("free", "verdict"), [(20, "fail"), (100, "warn"), (5000, "ok")])
def test_little_room_is_said(free: float, verdict: str, tmp_path: Path) -> None:
    computer = Tree("Pi 4").computer(tmp_path)
    checks = store_checks(computer, GAMES, lambda _: free)
    assert [check.verdict.value for check in checks if check.part == "disk"] == [verdict]


def test_a_damaged_file_of_games_is_said(tmp_path: Path) -> None:
    computer = Tree("Pi 4").computer(tmp_path)
    (tmp_path / "var/lib/hnefi/games.db.damaged-1").touch()
    found = [c for c in store_checks(computer, GAMES, lambda _: 9e9) if c.verdict is not Verdict.OK]
    assert [(check.part, check.cure) for check in found] == [("store", "Run hnefi games repair.")]


def test_a_report_has_no_secrets() -> None:
    text = "redis = redis://:hush@host\n/home/astrid/x belongs to astrid"
    shown = without_secrets(text, ["redis://:hush@host", "/home/astrid", "astrid", ""])
    assert shown == "redis = ***\n***/x belongs to ***"


def test_a_name_inside_a_word_is_no_name() -> None:
    text = "pi may open /dev/gpiochip0 and /media/sven/card, but not spi"
    assert (
        without_secrets(text, ["pi"])
        == "*** may open /dev/gpiochip0 and /media/***/card, but not spi"
    )


STRIP_ELSEWHERE = '[strip]\ndriver = "ws281x"\n[strip.ws281x]\npin = {pin}\n\n[wiring.pixels]'


def strip_on(pin: int, folder: Path) -> Configuration:
    """Return a board on USB whose pixels are on a pin of the Raspberry Pi."""
    change = "[wiring.pixels]", STRIP_ELSEWHERE.format(pin=pin)
    return kit("nano-reed", folder, change)


def test_a_strip_on_the_pin_of_spi_needs_no_root_but_a_clock_that_keeps_still(
    tmp_path: Path,
) -> None:
    (found,) = bad(Tree("Pi 4"), strip_on(10, tmp_path), tmp_path / "root")
    assert (found.part, found.verdict) == ("clock", Verdict.FAIL)
    assert "core_freq_min=500" in str(found.cure)


def test_a_strip_on_the_pin_of_digital_sound_cannot_be_used_with_it(tmp_path: Path) -> None:
    config = strip_on(21, tmp_path)
    assert bad(Tree("Pi 4", user=ROOT), config, tmp_path / "silent") == []
    (found,) = bad(Tree("Pi 4", "dtparam=i2s=on", user=ROOT), config, tmp_path / "sound")
    assert found == Check(
        "sound",
        Verdict.FAIL,
        "GPIO 21 is used for digital sound, too.",
        "Remove dtparam=i2s=on from /boot/firmware/config.txt, then reboot.",
    )


def test_a_board_on_the_serial_pins_needs_them_without_a_console(tmp_path: Path) -> None:
    config = kit("nano-reed", tmp_path, ('port = "auto"', 'port = "/dev/serial0"'))
    tree = Tree("Pi 4", devices=("serial0",))
    assert bad(tree, config, tmp_path / "free") == []
    taken = replace(tree, command_line="console=serial0,115200 rootwait")
    (found,) = bad(taken, config, tmp_path / "taken")
    assert (found.part, found.finding) == (
        "pins",
        "The serial console is on GPIO 14 and 15, where the serial line is.",
    )


def test_pins_of_a_raspberry_pi_need_one(tmp_path: Path) -> None:
    checks = examine(
        Tree("laptop").computer(tmp_path / "root"), kit("gpio-matrix", tmp_path), GAMES, installed
    )
    assert next(checks) == Check(
        "computer",
        Verdict.FAIL,
        "This is not a Raspberry Pi, and the configuration uses the pins of one.",
        "Start hnefi on the Raspberry Pi, or choose another kit: hnefi config init nano-reed",
    )


def test_each_contradiction_of_a_configuration_is_named(tmp_path: Path) -> None:
    config = kit(
        "nano-reed", tmp_path, ('driver = "serial"', 'driver = "abacus"'), ("= 850", "= 60")
    )
    found = bad(Tree("Pi 4"), config, tmp_path / "root")
    named = [str(check.finding) for check in found if check.part == "configuration"]
    assert len(named) == len(found) == 3
    assert "abacus" in named[0]
    assert "supply_ma" in named[2]


@pytest.mark.parametrize(("alarm", "verdict"), [("0", Verdict.OK), ("1", Verdict.WARN)])
def test_where_the_firmware_says_nothing_of_the_supply_its_alarm_does(
    alarm: str, verdict: Verdict, tmp_path: Path
) -> None:
    computer = Tree("Pi 4", throttled="").computer(tmp_path)
    file = tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
    assert list(supply_checks(computer)) == []
    file.parent.mkdir(parents=True)
    file.write_text(alarm)
    assert [check.verdict for check in supply_checks(computer)] == [verdict]


def test_who_keeps_no_games_is_reminded(tmp_path: Path) -> None:
    assert list(store_checks(Tree("Pi 4").computer(tmp_path), None)) == [
        Check(
            "store",
            Verdict.WARN,
            'The configuration says folder = "none", so no game is kept.',
            "Remove it from [store] to keep games.",
        )
    ]
