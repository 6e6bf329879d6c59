"""Fairdeal: small card games, their rules written once, in Python."""

__version__ = "0.1.0"
