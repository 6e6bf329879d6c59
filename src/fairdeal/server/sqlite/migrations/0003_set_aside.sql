-- Tables that cannot go on: all their rows as they were, whatever is in them, so nothing here has a type or a rule.
create table set_aside (table_id, reason, time);
create table set_aside_tables (
    id, game, seats, listed, phase, free, opened_at, changed_at, secret, archived, copied_from, card, due
);
create table set_aside_events (table_id, number, entry);
create table set_aside_players (table_id, session_id, seat);
create table set_aside_notes (table_id, session_id, note);
