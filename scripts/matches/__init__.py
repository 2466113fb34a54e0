"""Plays pairs of games between two UCI engines and counts them, for match.py, tune_search.py and cluster.py."""
