"""What a client asks, read to its end and apart from its connection."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from aiohttp import web

# What workers get of a request's head: the rest is about the connection, the browser, or the way in.
TO_WORKERS = ("Accept", "Content-Type")


def path_of(request: web.BaseRequest) -> str:
    """The path of a request and the words behind it, as the client wrote them; without the host that it may begin with."""
    return re.sub(r"^\w+://[^/?]*", "", request.raw_path)


@dataclass(frozen=True)
class Asked:
    """A request, whole, so that it can be repeated."""

    method: str
    # As the client wrote it, with the words behind "?".
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @staticmethod
    async def of(request: web.Request) -> Asked:
        """Reads a request to its end."""
        headers = {name: request.headers[name] for name in TO_WORKERS if name in request.headers}
        return Asked(request.method, path_of(request), headers, await request.read())

    @property
    def fen(self) -> str | None:
        """The position in the words of the address; None without one."""
        named = parse_qs(self.path.partition("?")[2]).get("fen")
        return named[0].replace("_", " ") if named else None
