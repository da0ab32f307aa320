"""Counts SQLite's calls to the disk in this process, makes them fail, or records them.

SQLite accesses files through a table of functions, a VFS. This module replaces the usual VFS by a
changed copy, in the same library that Python uses. So every connection opened later goes through
this module, and the bot does not notice.

Structures, numbers and flags are from SQLite's `sqlite3.h`.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import signal
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p, cast
from dataclasses import dataclass, field

_METHODS = {
    "xClose": (),
    "xRead": (c_void_p, c_int, c_int64),
    "xWrite": (c_void_p, c_int, c_int64),
    "xTruncate": (c_int64,),
    "xSync": (c_int,),
    "xFileSize": (c_void_p,),
    "xLock": (c_int,),
    "xUnlock": (c_int,),
    "xCheckReservedLock": (c_void_p,),
    "xFileControl": (c_int, c_void_p),
    "xSectorSize": (),
    "xDeviceCharacteristics": (),
    "xShmMap": (c_int, c_int, c_int, c_void_p),
    "xShmLock": (c_int, c_int, c_int),
    "xShmBarrier": (),
    "xShmUnmap": (c_int,),
    "xFetch": (c_int64, c_int, c_void_p),
    "xUnfetch": (c_int64, c_void_p),
}
"""Methods of an open file, each with its parameters after the file."""

_IOERR = 10
ERRORS = {
    "xOpen": 14,  # SQLITE_CANTOPEN
    "xDelete": _IOERR | 10 << 8,
    "xRead": _IOERR | 1 << 8,
    "xWrite": 13,  # SQLITE_FULL
    "xTruncate": _IOERR | 6 << 8,
    "xSync": _IOERR | 4 << 8,
    "xFileSize": _IOERR | 7 << 8,
    "xLock": _IOERR | 15 << 8,
    "xShmMap": _IOERR | 21 << 8,
    "xShmLock": _IOERR | 20 << 8,
}
"""Calls that may fail, each with its error code."""

CHANGES = ("xOpen", "xDelete", "xWrite", "xTruncate", "xSync", "xLock", "xShmMap", "xShmLock")
"""Calls whose effect another process can see. A kill at any other call would show nothing new."""

_CONTENT = ("xWrite", "xTruncate", "xSync")
"""Calls on an open file that are recorded."""

_SHM_LOCK = 2
"""The flag with which `xShmLock` takes a lock; releasing a lock never fails."""


class _Methods(ctypes.Structure):
    _fields_ = (("iVersion", c_int), *((name, c_void_p) for name in _METHODS))


class _File(ctypes.Structure):
    _fields_ = (("methods", POINTER(_Methods)),)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", c_void_p),
        ("xDelete", c_void_p),
        *((f"other{number}", c_void_p) for number in range(14)),
    )


_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a file: the call, the offset in the file, and the bytes written.

    For `xDelete`, the offset is not 0 if the folder was synchronised, too.
    """

    call: str
    path: str
    offset: int = 0
    content: bytes = field(default=b"", repr=False)


class Disk:
    """Counts SQLite's calls, makes them fail, kills the process at one of them, or records them.

    A process must have only one `Disk`.

    Attributes:
        changes: the changes of files, in order; None if they are not recorded.
        failed: number of calls that have failed on purpose.
    """

    def __init__(self) -> None:
        self.changes: list[Change] | None = None
        self.failed = 0
        self._countdown = self._failures = 0
        self._paths: dict[int, str] = {}
        self._wrapped: dict[int, _Methods] = {}
        self._kept: list[object] = []  # SQLite points to these, so they must not be freed
        self._register()

    def kill_at(self, number: int) -> None:
        """Kill this process at its `number`-th change from now. Of a write, half is done."""
        self._countdown, self._failures = number, 0

    def fail_at(self, number: int, times: int) -> None:
        """Let `times` calls fail, beginning with the `number`-th from now."""
        self._countdown, self._failures = number, times

    def _strikes(self, call: str) -> bool:
        """Count a call, and return whether it must fail or kill the process."""
        if not self._countdown or call not in (ERRORS if self._failures else CHANGES):
            return False
        if self._countdown > 1:
            self._countdown -= 1
            return False
        if self._failures:
            self.failed += 1
            self._failures -= 1
            self._countdown = min(self._failures, 1)
        return True

    @property
    def _deadly(self) -> bool:
        return self._countdown == 1 and not self._failures

    def _write_down(self, change: Change) -> None:
        if self.changes is not None and change.path:
            self.changes.append(change)

    def _register(self) -> None:
        """Replace the usual VFS by a changed copy."""
        library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        usual = library.sqlite3_vfs_find(None)
        copy = _Vfs.from_buffer_copy(usual.contents)
        copy.zName = b"soak"
        copy.xOpen = self._keep(self._wrap_open(usual))
        copy.xDelete = self._keep(self._wrap_delete(usual))
        self._kept.append(copy)
        library.sqlite3_vfs_register(ctypes.byref(copy), 1)

    def _keep(self, function: ctypes._CFuncPtr) -> int | None:
        self._kept.append(function)
        return cast(function, c_void_p).value

    def _wrap_open(self, usual: ctypes._Pointer[_Vfs]) -> ctypes._CFuncPtr:
        original = _OPEN(usual.contents.xOpen)

        def xOpen(_vfs, name, address, flags, out):
            file = cast(address, POINTER(_File)).contents
            if self._strikes("xOpen"):
                self._die()
                file.methods = None
                return ERRORS["xOpen"]
            code = original(cast(usual, c_void_p), name, address, flags, out)
            if code == 0:
                self._paths[address] = ctypes.string_at(name).decode() if name else ""
                file.methods = ctypes.pointer(self._wrap_methods(file.methods))
                self._write_down(Change("xOpen", self._paths[address]))
            return code

        return _OPEN(xOpen)

    def _wrap_delete(self, usual: ctypes._Pointer[_Vfs]) -> ctypes._CFuncPtr:
        original = _DELETE(usual.contents.xDelete)

        def xDelete(_vfs, name, sync):
            if self._strikes("xDelete"):
                self._die()
                return ERRORS["xDelete"]
            code = original(cast(usual, c_void_p), name, sync)
            if code == 0:
                self._write_down(Change("xDelete", ctypes.string_at(name).decode(), sync))
            return code

        return _DELETE(xDelete)

    def _wrap_methods(self, methods: ctypes._Pointer[_Methods]) -> _Methods:
        """Return the methods of a kind of file, some of them replaced by ones that count."""
        address = ctypes.addressof(methods.contents)
        if address not in self._wrapped:
            copy = _Methods.from_buffer_copy(methods.contents)
            for name in ERRORS.keys() & _METHODS.keys():
                if usual := getattr(copy, name):  # some kinds of file have no shared memory
                    setattr(copy, name, self._keep(self._wrap(name, usual)))
            self._wrapped[address] = copy
        return self._wrapped[address]

    def _wrap(self, name: str, address: int) -> ctypes._CFuncPtr:
        prototype = CFUNCTYPE(c_int, c_void_p, *_METHODS[name])
        original = prototype(address)

        def method(file, *arguments):
            gives_back = name == "xShmLock" and not arguments[2] & _SHM_LOCK
            if not gives_back and self._strikes(name):
                if name == "xWrite" and self._deadly:
                    original(file, arguments[0], arguments[1] // 2, arguments[2])
                self._die()
                return ERRORS[name]
            code = original(file, *arguments)
            if code == 0 and name in _CONTENT and self.changes is not None:
                self._write_down(_change(name, self._paths[file], arguments))
            return code

        return prototype(method)

    def _die(self) -> None:
        """Kill the process if this call must be the last."""
        if self._deadly:
            os.kill(os.getpid(), signal.SIGKILL)


def _change(call: str, path: str, arguments: tuple[int, ...]) -> Change:
    if call == "xWrite":
        content, length, offset = arguments
        return Change(call, path, offset, ctypes.string_at(content, length))
    return Change(call, path, arguments[0] if call == "xTruncate" else 0)
