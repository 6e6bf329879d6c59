"""What people, bots and the clock do at a table, a module a duty.

Every command checks whether it may be done, then writes events with `Table.write`; it changes nothing in any other way.
"""
