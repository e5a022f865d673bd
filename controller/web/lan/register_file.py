"""The list of devices as a file that only its owner can read, so that nobody pairs twice."""

import os
import stat
from pathlib import Path
from typing import Annotated

from pydantic import TypeAdapter, ValidationError

from controller.rules.malformed import spelled
from controller.store.folder import sync_folder
from controller.web.lan.devices import Register

_NAME = "devices.json"
_LARGEST = 256 * 1024
_REGISTER = TypeAdapter(Register)
_Key = Annotated[str, spelled("[0-9a-f]{64}", "64 hexadecimal digits")]
_KEY = TypeAdapter(_Key)


class RegisterError(ValueError):
    """A file is no list of devices, or cannot be read."""


def register_file(folder: Path) -> Path:
    """Return the file of devices in the folder where hnefi keeps what it knows."""
    return folder / _NAME


def read_register(file: Path) -> Register:
    """Return the list in a file; an empty one, with a new key, where there is nothing in it.

    Raises:
        RegisterError: the file cannot be read, or holds something else.
    """
    try:
        with file.open("rb") as stream:
            text = stream.read(_LARGEST + 1)
        if not text:  # a power cut; without the list every device pairs again
            return Register()
        register = _REGISTER.validate_json(text)
        _KEY.validate_python(register.key)
    except FileNotFoundError:
        return Register()
    except OSError as error:
        raise RegisterError(
            f"{file}: expected the devices that have paired ({error.strerror})"
        ) from error
    except ValidationError as error:
        raise RegisterError(
            f"{file}: expected the devices that have paired, as hnefi writes them, got something "
            "else; move the file away, and every device pairs again"
        ) from error
    return register


def write_register(file: Path, register: Register) -> None:
    """Write the list, in one step: the old one is there or the new one, whenever power fails.

    Raises:
        OSError: the file cannot be written.
        StoreWriteError: its name cannot be.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    beside.unlink(missing_ok=True)
    owner_only = stat.S_IRUSR | stat.S_IWUSR
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, owner_only), "wb") as out:
        out.write(_REGISTER.dump_json(register))
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
    sync_folder(file.parent)
