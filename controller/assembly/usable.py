"""Whether page and bus of a configuration can be used, before anything is opened."""

from controller.assembly.configuration import Configuration
from controller.assembly.errors import UsageMistake
from controller.assembly.lan import lan_of, tls_of
from controller.assembly.naming import check_name
from controller.bus.errors import BusUrlError
from controller.bus.redis_url import parse_server_url


def check_page(config: Configuration) -> None:
    """Make sure that page and bus can be used, as far as that is known before.

    Raises:
        UsageMistake: one cannot.
    """
    for problem in page_problems(config):
        raise UsageMistake(problem)


def page_problems(config: Configuration) -> list[str]:
    """Return what is wrong with page and bus, a line each."""
    return [
        problem
        for problem in (_of_redis(config), _of_name(config), _of_certificate(config))
        if problem
    ]


def _of_redis(config: Configuration) -> str:
    if config.bus.redis:
        try:
            parse_server_url(config.bus.redis)
        except BusUrlError as error:
            return f"bus.redis: {error}"
    return ""


def _of_name(config: Configuration) -> str:
    if config.bus.board_name:
        try:
            check_name(config.bus.board_name, "bus.board_name")
        except UsageMistake as error:
            return str(error)
    return ""


def _of_certificate(config: Configuration) -> str:
    try:
        tls_of(lan_of(config.page))
    except UsageMistake as error:
        return str(error)
    return ""
