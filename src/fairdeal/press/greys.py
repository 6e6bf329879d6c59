"""Faces in grey, for a printer that has no colours or should save them."""

from __future__ import annotations

import re

COLOUR = re.compile(r'(?<=")#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?=")')
LIGHTENED = 0.15  # of the way to white


def grey(svg: str) -> str:
    """Give a drawing with all its colours as greys of the same lightness, the dark ones a little paler.

    >>> grey('<rect fill="#ff0000" stroke="#000"/>')
    '<rect fill="#545454" stroke="#262626"/>'
    """
    return COLOUR.sub(lambda match: _grey(match[1]), svg)


def _grey(colour: str) -> str:
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#" + 3 * f"{round(255 * (LIGHTENED + (1 - LIGHTENED) * light)):02x}"
