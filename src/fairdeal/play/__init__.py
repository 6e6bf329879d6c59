"""What happens at a table, without any input or output."""
