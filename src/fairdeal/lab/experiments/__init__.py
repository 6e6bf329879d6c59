"""Experiments that somebody starts from a page: a wish in a folder, a process of their own, findings while it plays."""
