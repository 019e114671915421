"""JSON without floats on the way: decimals are read as Decimal, and written digit by digit."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any


def read(text: str) -> Any:
    return json.loads(text, parse_float=Decimal)


def write(value: Any) -> str:
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a JSON number")
        return format(value, "f")
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(key))}:{write(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(write(one) for one in value) + "]"
    return json.dumps(value, allow_nan=False)
