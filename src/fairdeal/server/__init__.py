"""The table in a browser: what is stored, what is sent, and who is heard."""
