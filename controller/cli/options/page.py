"""The options for the page that shows the game, and for the bus behind it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.cli.options import offering
from controller.cli.options.data import KeepOption
from controller.cli.options.grouped import chosen_only
from controller.cli.options.together import refuse_empty, refuse_without

if TYPE_CHECKING:
    from controller.assembly.configuration import Configuration

PortOption = Annotated[
    int | None,
    typer.Option("--port", metavar="N", help="Port of the page; default: 8421.", min=0, max=65535),
]
RedisOption = Annotated[
    str | None,
    typer.Option(
        "--redis", metavar="URL", help="Redis server for the bus; default: inside this program."
    ),
]
BoardNameOption = Annotated[
    str | None,
    typer.Option(
        "--board-name",
        metavar="NAME",
        help="Name of the board on the bus; default: the name that the board keeps, else that of "
        "this machine.",
    ),
]
BrowserOption = Annotated[
    bool | None,
    typer.Option("--browser/--no-browser", help="Open the page in a browser; default: yes."),
]
LanOption = Annotated[
    bool | None,
    typer.Option(
        "--lan/--no-lan",
        help="Let other devices of the network in, once they have typed a code; default: no.",
    ),
]
LanRoleOption = Annotated[
    str | None,
    typer.Option(
        "--lan-role",
        metavar="play|watch",
        autocompletion=offering.names("play", "watch"),
        help="What a code allows; default: play.",
    ),
]
TlsCertOption = Annotated[
    str | None,
    typer.Option(
        "--tls-cert", metavar="FILE", help="With --lan: a certificate, to serve them by HTTPS."
    ),
]
TlsKeyOption = Annotated[
    str | None, typer.Option("--tls-key", metavar="FILE", help="The key of the certificate.")
]
RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Record a trace of the board in a new file."),
]


@dataclass(frozen=True, slots=True)
class ChosenPage:
    """What options say of a page, and of the bus and the games behind it."""

    port: PortOption = None
    redis: RedisOption = None
    board_name: BoardNameOption = None
    browser: BrowserOption = None
    lan: LanOption = None
    lan_role: LanRoleOption = None
    tls_cert: TlsCertOption = None
    tls_key: TlsKeyOption = None
    data: KeepOption = None

    def check(self, chosen: "Configuration") -> None:
        """Make sure that page and bus can be used, and that each option has something to say.

        Raises:
            UsageMistake: one cannot, or has not.
        """
        from controller.assembly.usable import check_page

        certificate = {"--tls-cert": self.tls_cert, "--tls-key": self.tls_key}
        if not chosen.page.lan:
            refuse_without("--lan", {"--lan-role": self.lan_role, **certificate})
        if not chosen.page.tls_cert:
            refuse_without("--tls-cert", certificate)
        if not chosen.page.tls_key:
            refuse_without("--tls-key", certificate)
        check_page(chosen)

    def given(self) -> dict[str, object]:
        """Return the options for a page and its bus by their names, None or false if not given."""
        browser = "--no-browser" if self.browser is False else "--browser"
        return {
            "--port": self.port,
            "--redis": self.redis,
            "--board-name": self.board_name,
            browser: self.browser is not None,
            "--lan": self.lan,
            "--lan-role": self.lan_role,
            "--tls-cert": self.tls_cert,
            "--tls-key": self.tls_key,
        }

    def settings(self) -> dict[str, Any]:
        """Return the settings that were chosen, as a file of configuration has them.

        Raises:
            UsageMistake: an option was given nothing.
        """
        refuse_empty({"--redis": self.redis, "--board-name": self.board_name, "--data": self.data})
        page = {
            "port": self.port,
            "browser": self.browser,
            "lan": self.lan,
            "lan_role": self.lan_role,
            "tls_cert": self.tls_cert,
            "tls_key": self.tls_key,
        }
        return {
            "page": chosen_only(page),
            "bus": chosen_only({"redis": self.redis, "board_name": self.board_name}),
            "store": chosen_only({"folder": self.data}),
        }
