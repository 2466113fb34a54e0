"""Checks lucena and its documents against other programs: each file is a command."""
