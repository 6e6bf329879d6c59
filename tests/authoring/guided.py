"""The page docs/guide/your-own-game.md, followed to the letter: its blocks change files, its commands are run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "your-own-game.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?:# |<!-- )([\w./]+)(, all of it)?(?: -->)?\n")
COMMAND = "$ "
WHAT_IS_THERE = "    ...,\n"


@dataclass(frozen=True)
class Block:
    """A piece of code or a session at the command line."""

    kind: str
    text: str

    @property
    def commands(self) -> Iterator[tuple[str, str]]:
        """Each command of a session with what it shows."""
        for part in self.text.removeprefix(COMMAND).split(f"\n{COMMAND}"):
            command, _, shown = part.partition("\n")
            yield command, shown.removesuffix("\n")


def blocks() -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(PAGE.read_text("utf-8"))]


def write(block: Block, home: Path, usual: str) -> None:
    """Change the file that a block names, of the usual game or of that before the stroke."""
    named = NAMED.match(block.text)
    assert named, block.text
    game, _, file = named[1].rpartition("/")
    path, text = home / (game or usual) / (game or usual) / file, block.text[named.end() :]
    if named[2] or not path.exists():
        path.write_text(text, "utf-8")
        return
    change = {".py": changed_python, ".toml": changed_toml}[path.suffix]
    path.write_text(change(path.read_text("utf-8"), text), "utf-8")


# --- Python ----------------------------------------------------------------------------------------------------------


def changed_python(old: str, block: str) -> str:
    """Let every statement of a block take the place of what has its name; add what is new."""
    statements = ast.parse(block).body
    waiting: list[str] = []
    for statement in statements:
        text = source_of(statement, block)
        there = next((one for one in ast.parse(old).body if names_of(one) & names_of(statement)), None)
        if there is None and is_function(statement):
            old = f"{old}\n\n{text}"
        elif there is None:
            waiting.append(text)
        else:
            new = completed(source_of(there, old), text)
            old = old.replace(source_of(there, old), "".join(waiting) + new, 1)
            waiting = []
    return after_imports(old, waiting)


def after_imports(old: str, new: list[str]) -> str:
    last = [one for one in ast.parse(old).body if isinstance(one, ast.ImportFrom)][-1]
    return old.replace(source_of(last, old), source_of(last, old) + "".join(new), 1)


def completed(there: str, text: str) -> str:
    """`...` stands for what is there already, before what is new."""
    if WHAT_IS_THERE not in text:
        return text
    head, _, new = text.partition(WHAT_IS_THERE)
    assert there.startswith(head)
    return there.removesuffix(")\n") + new


def names_of(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.FunctionDef(name=name):
            return {name}
        case ast.ImportFrom(module=module):
            return {f"from {module}"}
        case ast.Assign(targets=[target]):
            return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return set()


def is_function(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef)


def source_of(statement: ast.stmt, text: str) -> str:
    """Give the lines of a statement, with its decorators and what stands behind it."""
    first = min([statement.lineno, *(node.lineno for node in getattr(statement, "decorator_list", []))])
    return "".join(text.splitlines(keepends=True)[first - 1 : statement.end_lineno])


# --- TOML ------------------------------------------------------------------------------------------------------------


def changed_toml(old: str, block: str) -> str:
    """Let every key of a block take the place of its like in the same table; add keys and tables that are new."""
    tables = tables_of(old)
    for name, lines in tables_of(block).items():
        tables[name] = {**tables.get(name, {}), **lines}
    return "\n".join(f"{name}\n{''.join(lines.values())}" for name, lines in tables.items())


def tables_of(text: str) -> dict[str, dict[str, str]]:
    """Give the lines of each table by their keys."""
    tables: dict[str, dict[str, str]] = {}
    for part in re.split(r"^(?=\[)", text, flags=re.MULTILINE):
        name, _, rest = part.partition("\n")
        tables[name] = {line.partition("=")[0].strip(): line for line in rest.splitlines(keepends=True) if line.strip()}
    return tables
