"""What a computer lets its user do."""

from pathlib import Path

import pytest

from controller.doctor.machine import Computer, Owner, User
from tests.controller.doctor.computers import BUILDER, ROOT


@pytest.mark.parametrize(
    ("user", "owner", "may"),
    [
        (ROOT, Owner(1000, "astrid", 0o000), True),
        (BUILDER, Owner(1000, "root", 0o600), True),
        (BUILDER, Owner(1000, "root", 0o466), False),
        (BUILDER, Owner(0, "dialout", 0o660), True),
        (BUILDER, Owner(0, "dialout", 0o646), False),
        (BUILDER, Owner(0, "root", 0o666), True),
        (BUILDER, Owner(0, "root", 0o664), False),
    ],
)
def test_the_first_that_fits_of_owner_group_and_others_decides_who_may_open_a_file(
    user: User, owner: Owner, *, may: bool
) -> None:
    assert Computer(Path("/"), user, lambda _: owner).may_open("/dev/ttyUSB0") is may
