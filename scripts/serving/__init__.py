"""Answers many clients by several `lucena serve`, for cluster.py."""
