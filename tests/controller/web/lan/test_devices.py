"""A device is known by its cookie, as long as it is on the list."""

from pathlib import Path

import pytest

from controller.web.lan.devices import (
    LIVES_S,
    MOST_DEVICES,
    MOST_LINKS,
    Devices,
    PairedDevice,
    Register,
    Role,
)
from controller.web.lan.register_file import (
    RegisterError,
    read_register,
    register_file,
    write_register,
)


class Book:
    """A list of devices, what was kept of it, and who had to leave."""

    def __init__(self, register: Register | None = None) -> None:
        self.kept = [register or Register()]
        self.left: list[str] = []
        self.devices = Devices(self.kept[0], self.kept.append, self.left.append)

    def known(self, cookie: str, at: float = 0) -> PairedDevice | None:
        return self.devices.known(cookie, at)


def test_a_device_is_known_by_its_cookie() -> None:
    book = Book()
    cookie = book.devices.admit(Role.PLAY, "Firefox", 5)
    device = book.known(cookie)
    assert device == PairedDevice(cookie.split(".")[0], Role.PLAY, "Firefox", 5)
    assert book.devices.all == (device,)
    assert book.kept[-1].devices == (device,)


def test_a_cookie_that_was_changed_anywhere_is_nobodys() -> None:
    book = Book()
    cookie = book.devices.admit(Role.PLAY, "Firefox", 0)
    other = book.devices.admit(Role.WATCH, "Firefox", 0)
    changed = [
        cookie[:place] + ("0" if cookie[place] != "0" else "1") + cookie[place + 1 :]
        for place in range(len(cookie))
    ]
    mixed = [f"{other.split('.')[0]}.{cookie.split('.')[1]}", cookie.split(".")[0], "", ".", "Æ.Æ"]
    assert [book.known(each) for each in changed + mixed] == [None] * (len(changed) + len(mixed))


def test_a_cookie_of_another_hnefi_is_nobodys() -> None:
    assert Book().known(Book().devices.admit(Role.PLAY, "", 0)) is None


def test_a_cookie_lives_ninety_days() -> None:
    book = Book()
    cookie = book.devices.admit(Role.PLAY, "", 100)
    assert book.known(cookie, 100 + LIVES_S - 1) is not None
    assert book.known(cookie, 100 + LIVES_S) is None


def test_who_is_sent_away_is_known_no_more_wherever_its_cookie_was_copied_to() -> None:
    book = Book()
    cookie, other = (book.devices.admit(Role.PLAY, "", 0) for _ in range(2))
    id_ = cookie.split(".")[0]
    assert book.devices.revoke(id_)
    assert (book.known(cookie), book.left) == (None, [id_])
    assert book.known(other) is not None
    assert not book.devices.revoke(id_)


def test_with_a_link_leave_all_who_came_by_it() -> None:
    book = Book()
    link = book.devices.new_link(0)
    cookies = [book.devices.admit(Role.WATCH, "", 0, link.id) for _ in range(2)]
    stays = book.devices.admit(Role.PLAY, "", 0)
    assert book.devices.link(link.token) == link
    assert book.devices.revoke(link.id)
    assert [book.known(each) for each in cookies] == [None, None]
    assert book.left == [each.split(".")[0] for each in cookies]
    assert book.devices.link(link.token) is None
    assert book.known(stays) is not None


def test_all_leave_at_once_and_the_key_changes() -> None:
    book = Book()
    cookie = book.devices.admit(Role.PLAY, "", 0)
    book.devices.new_link(0)
    key = book.kept[-1].key
    book.devices.revoke_all()
    assert (book.devices.all, book.devices.links) == ((), ())
    assert (book.known(cookie), book.left) == (None, [cookie.split(".")[0]])
    assert book.kept[-1].key != key


def test_there_are_never_more_devices_than_a_room_holds() -> None:
    book = Book()
    player = book.devices.admit(Role.PLAY, "", 0)
    links = [book.devices.new_link(0) for _ in range(MOST_LINKS + 1)]
    assert len(book.devices.links) == MOST_LINKS
    first, *others = [
        book.devices.admit(Role.WATCH, "", 0, links[-1].id) for _ in range(MOST_DEVICES + 1)
    ]
    assert book.known(first) is None
    assert None not in map(book.known, others)
    assert book.known(player) is not None  # who came by a link drives out nobody else


def test_a_name_is_no_longer_than_a_line() -> None:
    book = Book()
    book.devices.admit(Role.PLAY, "x" * 10_000, 0)
    assert len(book.devices.all[0].name) == 80


def test_devices_are_known_after_the_next_start(tmp_path: Path) -> None:
    file = register_file(tmp_path / "new")
    book = Book(read_register(file))
    cookie = book.devices.admit(Role.WATCH, "Firefox", 1.5)
    book.devices.new_link(2)
    write_register(file, book.kept[-1])
    assert read_register(file) == book.kept[-1]
    assert Book(read_register(file)).known(cookie, 2) == book.devices.all[0]
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["devices.json"]


@pytest.mark.parametrize("text", ["{}}", '{"key": 5}', '{"key": "ab"}', "[]", "9" * 300_000])
def test_a_file_that_holds_something_else_is_named_and_left_alone(
    tmp_path: Path, text: str
) -> None:
    file = register_file(tmp_path)
    file.write_text(text)
    with pytest.raises(RegisterError) as refused:
        read_register(file)
    assert str(refused.value).startswith(f"{file}: expected the devices that have paired")
    assert "\n" not in str(refused.value)
    assert file.read_text() == text


def test_an_empty_file_as_a_power_cut_may_leave_it_stops_no_board(tmp_path: Path) -> None:
    file = register_file(tmp_path)
    file.touch()
    found = read_register(file)
    assert (found.devices, found.links, len(found.key)) == ((), (), 64)


def test_a_folder_in_the_place_of_the_devices_is_said(tmp_path: Path) -> None:
    with pytest.raises(RegisterError, match="expected the devices that have paired"):
        read_register(tmp_path)
