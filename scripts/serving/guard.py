"""Who may ask the front: the host and the origin of a request, and its token. The rules are those of `lucena serve`."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from aiohttp import web

from serving.refusals import refusal
from serving.requests import path_of

# The cookie that holds the token in a browser, and the word of an address that has it once.
COOKIE = "lucena"
WORD = "token="
# The port that a browser leaves out.
USUAL_PORT = 80
# What a browser may do with an answer, as lucena's own answers say it.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def bracketed(host: str) -> str:
    """An address as it stands before a port."""
    return f"[{host}]" if ":" in host else host


class Guard:
    """Lets requests through to their routes, or refuses them."""

    def __init__(self, host: str | None, port: int, token: str | None) -> None:
        """`host` is the address that others reach; None if only this machine does."""
        own = [bracketed(host)] if host else []
        hosts = ["localhost", "127.0.0.1", "[::1]", *own]
        self._port = port
        self._names = {f"{name}:{port}" for name in hosts} | ({*hosts} if port == USUAL_PORT else set())
        self._is_everywhere = host is not None and ipaddress.ip_address(host).is_unspecified
        self._token = token

    def has(self, host: str) -> bool:
        """Whether a host, with its port, is this server's. Numbers are no names that somebody else could give a server."""
        return host.lower() in self._names or self._is_everywhere and self._is_number(host)

    def _is_number(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return port == str(self._port)

    def check(self, request: web.BaseRequest) -> web.Response | None:
        """The answer to a request that does not go through: a refusal, or a browser's way in. None lets it through."""
        if not self._names_this_server(request):
            return refusal(403, f"the request names a foreign host; allowed: {', '.join(sorted(self._names))}")
        if not self._is_of_own_page(request):
            return refusal(403, "the request comes from a foreign page")
        return self._check_token(request) if self._token else None

    def _names_this_server(self, request: web.BaseRequest) -> bool:
        named = request.headers.getall("Host", [])
        in_address = [urlsplit(request.raw_path).netloc] if "://" in request.raw_path.partition("?")[0] else []
        return len(named) == 1 and all(self.has(host) for host in (*named, *in_address))

    def _is_of_own_page(self, request: web.BaseRequest) -> bool:
        """Another site may link to the page, and do nothing else."""
        says: Callable[[str], str] = lambda name: request.headers.get(name, "")  # noqa: E731
        is_link = request.method == "GET" and says("Sec-Fetch-Mode") == "navigate" and says("Sec-Fetch-Dest") == "document"
        is_foreign = says("Sec-Fetch-Site") not in ("", "same-origin", "none")
        is_own = all(
            origin.startswith("http://") and self.has(origin.removeprefix("http://"))
            for origin in request.headers.getall("Origin", [])
        )
        return is_own and (not is_foreign or is_link)

    def _check_token(self, request: web.BaseRequest) -> web.Response | None:
        bearer = request.headers.get("Authorization", "")
        if bearer.startswith("Bearer ") and self._is_token(bearer.removeprefix("Bearer ")):
            return None
        if self._is_token(request.cookies.get(COOKIE, "")):
            return None
        named = [word.removeprefix(WORD) for word in _words(request) if word.startswith(WORD)]
        if request.method == "GET" and named and self._is_token(named[0]):
            return self._entered(request)
        return refusal(
            401,
            "the token is missing or wrong; name it in the header `Authorization: Bearer TOKEN`, or open /?token=TOKEN",
        )

    def _is_token(self, named: str) -> bool:
        return hmac.compare_digest(named.encode(errors="replace"), (self._token or "").encode())

    def _entered(self, request: web.BaseRequest) -> web.Response:
        """Gives a browser the cookie, and sends it to the same address without the token."""
        rest = "&".join(word for word in _words(request) if not word.startswith(WORD))
        # Two slashes at the beginning would name another host.
        place = "/" + path_of(request).partition("?")[0].lstrip("/") + (f"?{rest}" if rest else "")
        cookie = f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"
        return web.Response(status=303, headers={"Location": place, "Set-Cookie": cookie})


def _words(request: web.BaseRequest) -> list[str]:
    query = request.raw_path.partition("?")[2]
    return query.split("&") if query else []
