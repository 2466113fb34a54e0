"""Gives the program that the tests start a home of its own, so that what the user has built or set does not change a test."""

import os
import tempfile

# Empty when the tests begin, and removed when they end.
_home = tempfile.TemporaryDirectory()

for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA", "USERPROFILE"):
    os.environ[name] = _home.name
