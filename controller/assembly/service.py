"""The service that plays from switching on to switching off: its unit, its user, its files.

What is written is data until `install` puts it in place; configuration and games are never touched.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from controller.assembly.configuration import Configuration
from controller.assembly.errors import UsageMistake
from controller.store.folder import SERVICE_FOLDER

UNIT = "hnefi.service"
USER = "hnefi"
UNIT_FILE = Path("etc/systemd/system") / UNIT
# The unit of Debian's package; one in /etc wins.
PACKAGE_UNIT_FILE = Path("usr/lib/systemd/system") / UNIT
USER_FILE = Path("etc/sysusers.d/hnefi.conf")
DEVICES_FILE = Path("etc/udev/rules.d/60-hnefi.rules")
SHUTDOWN_FILE = Path("etc/polkit-1/rules.d/60-hnefi.rules")
CONFIG_FILE = Path("/etc/hnefi/board.toml")
_HOMES = ("/home/", "/root/", "/run/user/")
# Who may open a board: ports, pins, SPI. Raspberry Pi OS has them all, others get what is missing.
GROUPS = ("dialout", "gpio", "spi")
_WATCHDOG_S = 10

_HARDENED = """\
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
CapabilityBoundingSet=
UMask=0027
"""


# Raspberry Pi OS has rules like the first two of its own, but none for the strip of a Pi 5.
_DEVICES = """\
SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
SUBSYSTEM=="ws2812-pio-rp1", GROUP="gpio", MODE="0660"
"""
# The second action is asked for while somebody is logged in.
_SHUTDOWN = f"""\
// The board has a button that shuts the computer down.
polkit.addRule(function (action, subject) {{
    var off = [
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    ];
    if (subject.user == "{USER}" && off.indexOf(action.id) >= 0) {{
        return polkit.Result.YES;
    }}
}});
"""


@dataclass(frozen=True, slots=True)
class Service:
    """What is to run, and as whom; `program` is the path of the command hnefi."""

    program: str
    config: str | None = None
    as_root: bool = False  # a strip by PWM or PCM reaches into memory

    def unit(self) -> str:
        """Return the text of the unit."""
        option = f" --config {self.config}" if self.config else ""
        user = f"User={USER}\nGroup={USER}\n{_HARDENED}"
        return f"""\
[Unit]
Description=hnefi, the controller of a Hnefatafl board
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
ExecStart={self.program} play{option} --no-browser
ExecStopPost=-{self.program} strip off{option}
Restart=on-failure
RestartSec=2
WatchdogSec={_WATCHDOG_S}
TimeoutStartSec=60
TimeoutStopSec=20
TimeoutAbortSec=5
StateDirectory={SERVICE_FOLDER.name}
{"" if self.as_root else user}
[Install]
WantedBy=multi-user.target
"""

    @staticmethod
    def sysusers() -> str:
        """Return what makes the user and its groups, for systemd-sysusers."""
        member = "".join(f"m {USER} {group}\n" for group in GROUPS)
        return f'u {USER} - "Hnefatafl board" {SERVICE_FOLDER}\n{member}'

    def files(self) -> dict[Path, str]:
        """Return what is written for the service, by paths under the root folder."""
        return {
            UNIT_FILE: self.unit(),
            USER_FILE: self.sysusers(),
            DEVICES_FILE: _DEVICES,
            SHUTDOWN_FILE: _SHUTDOWN,
        }


def service_of(config: Configuration, program: str, file: str | None) -> Service:
    """Return the service for a configuration.

    Raises:
        UsageMistake: the service could not read the program or the file.
    """
    as_root = config.strip_driver == "ws281x" and config.strip.ws281x.pin != 10
    for what, path in (("--program", program), ("--config", file)):
        if path and not as_root and path.startswith(_HOMES):
            raise UsageMistake(
                f"{what}: expected a path outside anybody's home, which the service may not "
                f"read, got {path[:200]}; /opt/hnefi and {CONFIG_FILE} are the defaults"
            )
    return Service(program, file, as_root=as_root)


def install(service: Service, root: Path, run: Callable[[Iterable[str]], None]) -> list[Path]:
    """Write the files of a service, make its user, and start it; return the files.

    `run` runs a command of the system; nothing is run for another root folder than /.

    Raises:
        UsageMistake: a file cannot be written.
    """
    if root == Path("/"):
        # Where systemd does not answer, nothing is written.
        run(("systemctl", "daemon-reload"))
    texts = service.files()
    for name, text in texts.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageMistake(
                f"{path}: expected a file to write ({error.strerror}){try_with_sudo()}"
            ) from error
    if root == Path("/"):
        run(("systemd-sysusers", str(root / USER_FILE)))
        run(("systemctl", "daemon-reload"))
        start(run)
    return [root / name for name in texts]


def try_with_sudo() -> str:
    """Return the cure for what only root may do; nothing where root has failed already."""
    return "" if os.geteuid() == 0 else "; try with sudo"


def is_packaged(root: Path) -> bool:
    """Say whether a Debian package has brought a unit, and none of this machine takes its place."""
    return (root / PACKAGE_UNIT_FILE).exists() and not (root / UNIT_FILE).exists()


def start(run: Callable[[Iterable[str]], None]) -> None:
    """Start the service, now and each time the computer is switched on."""
    run(("systemctl", "enable", "--now", UNIT))
    # A service that ran before goes on with the new unit and configuration.
    run(("systemctl", "try-restart", UNIT))


def stop(run: Callable[[Iterable[str]], None]) -> None:
    """Stop the service, and start it no more."""
    run(("systemctl", "disable", "--now", UNIT))


def remove(root: Path, run: Callable[[Iterable[str]], None]) -> list[Path]:
    """Stop a service and take its files away, but neither configuration nor games.

    Raises:
        UsageMistake: there is no service, or its files cannot be removed.
    """
    if not (root / UNIT_FILE).exists():
        raise UsageMistake(f"service: expected {root / UNIT_FILE}, found none; nothing to remove")
    if root == Path("/"):
        stop(run)
    gone = [root / name for name in (UNIT_FILE, USER_FILE, DEVICES_FILE, SHUTDOWN_FILE)]
    for path in gone:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise UsageMistake(
                f"{path}: expected a file to remove ({error.strerror}){try_with_sudo()}"
            ) from error
    if root == Path("/"):
        run(("systemctl", "daemon-reload"))
    return gone
