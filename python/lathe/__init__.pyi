from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Literal

Ir = str | bytes | PurePath

class LatheError(Exception):
    status: Literal["failed", "wrong usage", "no memory", "no stack", "internal"]
    log: str

class Library:
    ir: Ir
    name: str | None
    def __init__(self, ir: Ir, name: str | None = None) -> None: ...

def compile(ir: Ir, *options: str) -> str: ...
def link(modules: Iterable[Ir | Library], *options: str) -> str: ...
def verify(ir: Ir, *options: str) -> None: ...
def run(
    code: Ir | Sequence[Ir],
    kernel: str | None,
    grid: int | Sequence[int],
    block: int | Sequence[int],
    *arguments: Any,
    options: Sequence[str] = (),
    shared: int = 0,
    cluster: int | Sequence[int] = (),
    cooperative: bool = False,
) -> str: ...
__version__: str

def plan(algorithm: str, problem: Ir | dict[str, Any], *options: str) -> dict[str, Any]: ...
def version() -> str: ...
def llvm_version() -> str: ...
