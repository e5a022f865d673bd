"""Lets a test of the rules that draws a position judge it in all eight symmetries of the board."""

from inspect import signature

import pytest

from tests.symmetry import SYMMETRIES, Symmetry, in_every_symmetry, tried_in_every_symmetry


@pytest.fixture
def symmetry() -> Symmetry:
    """Return the first symmetry; a marked test gets one after the other."""
    return SYMMETRIES[0]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Call a marked test once for each symmetry; eight tests would cost three times as much."""
    if pyfuncitem.get_closest_marker(in_every_symmetry.name) is None:
        return None
    test = pyfuncitem.obj
    arguments = {name: pyfuncitem.funcargs[name] for name in signature(test).parameters}
    tried_in_every_symmetry(test, arguments)
    return True
