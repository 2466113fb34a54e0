"""Teaches the networks from files of positions, for train_network.py."""
