"""What the application answers by itself, beside the game."""

import pytest

from controller.bus.memory_bus import MemoryBus
from controller.engine.levels import ADAPTIVE, CHANCE, level_names
from controller.lessons.library import stages
from controller.supervision.tally import Tally
from controller.web.app import HealthAnswer, create_app
from controller.web.hub import Hub
from controller.web.parts import version
from tests.controller.web.asking import Asking


def asking(*, is_well: bool = True) -> Asking:
    tally = Tally(lambda: 0.0, lambda _: None)
    health = HealthAnswer(is_well, {"ticks": 7})
    return Asking(create_app(MemoryBus("hall"), Hub(tally), tally, lambda: health))


@pytest.mark.parametrize(("is_well", "status"), [(True, 200), (False, 503)])
def test_health_is_told_by_the_status_and_in_particular(is_well: bool, status: int) -> None:  # noqa: FBT001
    answer = asking(is_well=is_well).get("/health")
    assert (answer.status_code, answer.json()) == (status, {"ticks": 7})


def test_the_page_is_offered_every_level_and_every_lesson() -> None:
    assert asking().get("/levels.json").json() == [CHANCE, *level_names(), ADAPTIVE]
    lessons = [{"stage": each, "lessons": list(names)} for each, names in stages().items()]
    assert asking().get("/lessons.json").json() == lessons


@pytest.mark.parametrize("path", ["/", "/health", "/static/main.js", "/nothing"])
def test_no_answer_may_be_framed_or_taken_for_another_type(path: str) -> None:
    headers = asking().get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_browsers_ask_for_the_page_each_time_and_for_its_parts_once() -> None:
    board, part = asking(), f"/static/as-of-{version()}/main.js"
    found = {path: board.get(path).headers["cache-control"] for path in ("/", part)}
    assert found == {"/": "no-cache", part: "private, max-age=31536000, immutable"}
