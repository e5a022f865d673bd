"""Puts the compiled search kernel into a wheel, where there is a compiler.

Without one the wheel is for every machine, and its engine is slow. `HNEFI_TARGET` names another
kind of machine to compile for, see controller/engine/kernel/build.py.
"""

import os
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from sysconfig import get_platform
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_KERNEL = "controller/engine/kernel"


class KernelHook(BuildHookInterface):
    """Compiles the kernel before a wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile, and say for which machines the wheel is."""
        build = _load(Path(self.root, _KERNEL, "build.py"))
        target = build.TARGETS.get(os.environ.get("HNEFI_TARGET", ""))
        try:
            if target:
                self._folder = tempfile.TemporaryDirectory()
                library = Path(self._folder.name, build.LIBRARY)
                build.compile_for(target, library)
                build_data["force_include"][str(library)] = f"{_KERNEL}/{build.LIBRARY}"
            else:
                build.compile_here()
                build_data["artifacts"].append(f"/{_KERNEL}/{build.LIBRARY}")
        except build.CompilerError as error:
            if target:
                raise
            self.app.display_warning(f"{error}; the engine will be slow")
            return
        platform = target.platform if target else get_platform().replace("-", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform.replace('.', '_')}"


def _load(path: Path) -> Any:
    spec = spec_from_file_location("hnefi_kernel_build", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path}: expected a module")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
