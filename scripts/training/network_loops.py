"""Compiles network_loops.c for an architecture and calls it with numpy's arrays.

It is compiled for this machine when it is first needed; that takes `cc` with OpenMP.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import pathlib
import subprocess
import tempfile
from typing import Any

import numpy
from numpy.typing import DTypeLike

SOURCE = pathlib.Path(__file__).with_name("network_loops.c")
OPTIONS = ["-O3", "-march=native", "-mprefer-vector-width=512", "-ffast-math", "-fopenmp", "-Wno-psabi", "-shared", "-fPIC"]
# The alignment of the loops' vectors, in bytes.
ALIGNMENT = 128


class Moments(ctypes.Structure):
    """The numbers of one of Adam's steps; network_loops.c names them."""

    _fields_ = [(name, ctypes.c_float) for name in ("rate", "keep_first", "keep_second", "first_share", "second_share")]


def zeros(shape: int | tuple[int, ...], kind: DTypeLike = numpy.float32) -> numpy.ndarray:
    """Returns an array of zeros that is aligned for the loops' vectors."""
    size = int(numpy.prod(shape)) * numpy.dtype(kind).itemsize
    room = numpy.zeros(size + ALIGNMENT, numpy.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start:start + size].view(kind).reshape(shape)


@functools.cache
def library(**constants: int) -> ctypes.CDLL:
    """The loops with these numbers compiled in."""
    names = [f"-D{name}={value}" for name, value in constants.items()]
    digest = hashlib.sha256(SOURCE.read_bytes() + repr((names, OPTIONS)).encode()).hexdigest()[:16]
    built = pathlib.Path(tempfile.gettempdir()) / f"network_loops_{os.getuid()}_{digest}.so"
    if not built.exists():
        part = built.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", *OPTIONS, *names, str(SOURCE), "-o", str(part), "-lm"], check=True)
        part.rename(built)
    return ctypes.CDLL(str(built))


def call(function: Any, *arguments: object) -> None:
    """Calls a loop: passes arrays by address, integers as 64 bits, other numbers as 32-bit floats."""
    function.restype = None
    function(*map(_argument, arguments))


def _argument(value: Any) -> Any:
    if value is None or isinstance(value, ctypes.Structure):
        return value if value is None else ctypes.byref(value)
    if isinstance(value, numpy.ndarray):
        if not value.flags["C_CONTIGUOUS"]:
            raise ValueError("the loops want arrays without gaps")
        return ctypes.c_void_p(value.ctypes.data)
    return ctypes.c_int64(int(value)) if isinstance(value, (int, numpy.integer)) else ctypes.c_float(value)
