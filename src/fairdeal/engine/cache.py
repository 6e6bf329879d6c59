"""What compiled code is cached by: its mode, the game it is bound to, and all the source it depends on."""

from __future__ import annotations

import ast
import functools
import hashlib
import re
import sys
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parents[1]
_WORDS = {_PACKAGE / "errors.py", _PACKAGE / "language"}  # what is said to people; compiled code says nothing
_known: set[str] = set()

Imports = list[tuple[str, int, Sequence[str]]]
"""Modules by name, how many dots stand before it, and which names are wanted of each."""


def plain_name(name: str) -> str:
    """Give the name that a module has when it is imported: without its mode and what it is bound to."""
    return name.partition("[")[0]


def fingerprint(home: dict[str, Any], mode: str) -> str:
    """Name a module's mode, the game it is bound to, and all the source it depends on.

    A module is the same whether it was imported or loaded in that mode, so both find the same cached code, and that
    code finds its module by either name.
    """
    if "__fingerprint__" not in home:
        name = plain_name(home["__name__"])
        if name == home["__name__"]:
            sys.modules[f"{name}[{mode}]"] = sys.modules[name]
        bound = home.get("__bound__")
        digest = hashlib.sha256(f"{name} {bound and plain_name(bound.__name__)} {mode}".encode())
        roots = [home["__file__"], *_files(bound)]
        for path in sorted({path for root in roots for path in sources(Path(root))}):
            digest.update(_digest(path))
        home["__fingerprint__"] = digest.hexdigest()[:16]
        _known.add(home["__fingerprint__"])
    return str(home["__fingerprint__"])


@functools.cache
def _digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def _files(module: types.ModuleType | None) -> list[str]:
    """List the files of a module, or of those that were laid over each other."""
    if module is None:
        return []
    layers = vars(module).get("__layers__", (module,))
    return [str(layer.__file__) for layer in layers]


def fingerprints() -> frozenset[str]:
    """List those of all native code that this process has loaded."""
    return frozenset(_known)


@functools.cache
def sources(path: Path) -> frozenset[Path]:
    """List a module's file and, through its imports, every file of the project that its compiled code depends on."""
    found: set[Path] = set()
    waiting = [path.resolve()]
    while waiting:
        file = waiting.pop()
        if file not in found and _WORDS.isdisjoint((file, *file.parents)):
            found.add(file)
            waiting += _imported_files(file)
    return frozenset(found)


# An import as nearly everybody writes it. Finding it takes a tenth of the time that parsing takes, which is half a
# second in each process that asks for all games.
_IMPORT = re.compile(
    rb"""^[ \t]*(?:
        import[ ](?P<modules>[\w.]+(?:[ ]as[ ]\w+)?(?:,[ ][\w.]+(?:[ ]as[ ]\w+)?)*)
        |from[ ](?P<module>[\w.]+)[ ]import[ ](?P<names>\([^()"']*\)|\w+(?:[ ]as[ ]\w+)?(?:,[ ]\w+(?:[ ]as[ ]\w+)?)*)
    )[ \t]*(?:\#.*)?$""",
    re.MULTILINE | re.VERBOSE,
)
_FOR_TYPES = re.compile(rb"^if TYPE_CHECKING:[ \t]*(?:#.*)?\n(?:(?:[ \t]+\S.*)?\n)+", re.MULTILINE)
_COMMENT = re.compile(rb"#.*")
_LEFT = re.compile(rb"\bimport\b|\bfrom\b.*\\$", re.MULTILINE)


@functools.cache
def _imported_files(path: Path) -> tuple[Path, ...]:
    source = path.read_bytes()
    found = _written_imports(source)
    imports = _parsed_imports(source) if found is None else found
    return tuple(file for module, level, names in imports for file in _files_of(module, level, names, path))


def _written_imports(source: bytes) -> Imports | None:
    """List the imports of a source by their text; None if it has any that is written in another way.

    What looks like an import inside a text counts too, which does no harm.
    """
    source = _FOR_TYPES.sub(b"", source)
    if _LEFT.search(_IMPORT.sub(b"", source)):
        return None
    found: Imports = []
    for match in _IMPORT.finditer(source):
        if match["modules"]:
            found += [(module, 0, ()) for module in _listed(match["modules"])]
        else:
            module = match["module"].decode()
            name = module.lstrip(".")
            found.append((name, len(module) - len(name), _listed(_COMMENT.sub(b"", match["names"]).strip(b"()"))))
    return found


def _listed(names: bytes) -> tuple[str, ...]:
    """Take names, without the other names that they are given, from a list of them."""
    return tuple(name.split()[0] for name in names.decode().split(",") if name.strip())


def _parsed_imports(source: bytes) -> Imports:
    found: Imports = []
    for node in _statements(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found += [(alias.name, 0, ()) for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                found.append((module or "", level, tuple(alias.name for alias in names)))
    return found


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk through a module, but for what it imports for types only."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from _statements(node)


def _files_of(name: str, level: int, names: Sequence[str], path: Path) -> Iterator[Path]:
    """List the files of a module that is ours, and of those of its names that are modules."""
    folder = path.parents[level - 1] if level else _folder_of(name.partition(".")[0], path.parent)
    if folder is None:
        return
    module = name.replace(".", "/") or "."
    for relative in (module, *(f"{module}/{inside}" for inside in ("__init__", *names))):
        file = _file_at(folder, f"{relative}.py")
        if file is not None:
            yield file


@functools.cache
def _file_at(folder: Path, relative: str) -> Path | None:
    """Give a file that is there, unless it says sentences and has no native code: no word compiles games anew."""
    file = folder / relative
    is_of_words = file.is_relative_to(_PACKAGE) and file.relative_to(_PACKAGE).parts[0] in ("errors.py", "language")
    return None if is_of_words or not file.is_file() else file.resolve()


@functools.cache
def _folder_of(package: str, importing: Path) -> Path | None:
    """Find the folder in which a package lies that is ours, or that the importing folder is part of."""
    homes = [_PACKAGE, importing, *importing.parents]
    return next((home.parent for home in homes if home.name == package), None)


def forget() -> None:
    """Read all sources anew."""
    for answers in (sources, _digest, _imported_files, _file_at, _folder_of):
        answers.cache_clear()


def sweep() -> int:
    """Delete cached code that no module loaded in this process can use any more; return how many files."""
    folders = {Path(module.__file__ or "").parent for module in _native_modules()}
    files = [file for folder in folders for file in folder.glob("__pycache__/*@*.nb?")]
    stale = [file for file in files if not _is_of(file, fingerprints())]
    for file in stale:
        file.unlink(missing_ok=True)
    return len(stale)


def files(sources: frozenset[Path]) -> list[Path]:
    """List the cached code of all modules loaded in this process that depend on these sources alone."""
    modules = [module for module in _native_modules() if _is_made_of(module, sources)]
    fingerprints = frozenset(vars(module)["__fingerprint__"] for module in modules)
    natives = [value for module in modules for value in vars(module).values() if hasattr(value, "stats")]
    folders = {Path(native.stats.cache_path) for native in natives}
    return [file for folder in folders for file in folder.glob("*@*.nb?") if _is_of(file, fingerprints)]


def _is_made_of(module: types.ModuleType, sources: frozenset[Path]) -> bool:
    own = [str(module.__file__), *_files(vars(module).get("__bound__"))]
    return all(Path(file).resolve() in sources for file in own)


def _is_of(file: Path, fingerprints: frozenset[str]) -> bool:
    """Tell whether a file of cached code has one of these fingerprints."""
    return file.name.split("@")[1][:16] in fingerprints


def _native_modules() -> list[types.ModuleType]:
    return [module for module in list(sys.modules.values()) if "__fingerprint__" in getattr(module, "__dict__", {})]
