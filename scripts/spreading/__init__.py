"""Spreads blocks of work over workers, for cluster.py."""
