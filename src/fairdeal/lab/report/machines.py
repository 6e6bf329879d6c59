"""The machine that plays games of a run, as its manifest names it."""

from __future__ import annotations

import functools
import platform
from importlib import metadata

from fairdeal.contract.options import Json

LIBRARIES = ("numba", "llvmlite", "numpy")


@functools.cache
def machine() -> dict[str, Json]:
    """Name what may make numbers differ between machines."""
    from llvmlite import binding as llvm

    features = llvm.get_host_cpu_features()
    return {
        "processor": llvm.get_host_cpu_name(),
        "features": sorted(name for name, is_there in features.items() if is_there),
        "libc": " ".join(platform.libc_ver()),
        "python": platform.python_version(),
        **{name: metadata.version(name) for name in LIBRARIES},
    }
