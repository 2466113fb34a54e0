"""Holds lucena and its documents to what others find: each file is a command."""
