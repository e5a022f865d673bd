"""Who may come in, as the page of the board's own machine shows it in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from controller.web.lan.addresses import own_addresses
from tests.whole.board_page import BoardPage, started


class Invitation:
    """The page of a board that is open to the network, and the code that its terminal names."""

    def __init__(self, board: BoardPage, named: str) -> None:
        self.board, self.named = board, named
        self.code = board.page.locator("#devices-shown .code")

    def open(self) -> None:
        self.board.text("invite").click()
        expect(self.board.text("devices")).to_be_visible()

    def close(self) -> None:
        self.board.page.keyboard.press("Escape")
        expect(self.board.text("devices")).to_be_hidden()

    def press(self, name: str) -> None:
        self.board.text("devices").get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def invitation(browser: Browser) -> Iterator[Invitation]:
    if not own_addresses():
        pytest.skip("needs an address in a network")
    with started("simulate", "--lan", "--data", "none") as (process, url):
        (named,) = [line for _, line in zip("12", process.said, strict=False) if " type " in line]
        board = BoardPage(browser.new_page(), url)
        board.ready()
        yield Invitation(board, named)


def test_the_page_shows_the_code_that_the_terminal_names_however_often_it_is_looked_at(
    invitation: Invitation,
) -> None:
    for _ in range(2):
        invitation.open()
        assert f"and type {invitation.code.inner_text()}." in invitation.named
        invitation.close()


def test_another_code_comes_by_new_code_or_once_none_counts(invitation: Invitation) -> None:
    invitation.open()
    first = invitation.code.inner_text()
    invitation.press("New code")
    expect(invitation.code).not_to_have_text(first)
    second = invitation.code.inner_text()
    invitation.close()
    invitation.open()
    expect(invitation.code).to_have_text(second)

    invitation.press("Link to watch")
    invitation.press("Send all away")
    expect(invitation.code).to_be_hidden()
    invitation.close()
    invitation.open()
    expect(invitation.code).to_be_visible()
    expect(invitation.code).not_to_have_text(second)
