create table tables (
    id text not null primary key,
    game text not null,
    seats integer not null,
    listed boolean not null,
    phase text not null check (phase in ('waiting', 'called', 'playing', 'paused', 'over', 'void')),
    free integer not null,
    opened_at bigint not null,
    changed_at bigint not null,
    secret bytea not null,
    archived boolean not null,
    copied_from text not null,
    card bytea not null,
    due bigint,
    -- The number of the last event, and the fence: whoever appends names both.
    last integer not null default 0,
    token bigint not null default 0,
    -- The process that has the table in memory; null: none.
    owner bigint,
    -- Milliseconds of the server's time that did not count here, because the owner was dead.
    lag bigint not null default 0
) with (fillfactor = 70);

-- A move changes changed_at and card, which no index has: so it finds room for the row beside the old one, and leaves all
-- indexes as they are. A table that was changed long ago was opened before that.
create index tables_opened on tables (opened_at) where not archived;
create index tables_running on tables (id) where not archived and phase not in ('over', 'void');
create index tables_listed on tables (id) where not archived and listed and phase in ('waiting', 'playing');
create index tables_copied on tables (copied_from) where copied_from <> '';
create index tables_due on tables ((due + lag)) where due is not null;
create index tables_owned on tables (owner) where owner is not null;

-- Who appends has locked the table's row, so nothing else has to look whether there is one.
create table events (
    table_id text not null,
    number integer not null,
    entry bytea not null,
    primary key (table_id, number)
);

create table players (
    table_id text not null,
    session_id text not null,
    seat integer not null,
    primary key (table_id, session_id, seat)
);

create index players_sessions on players (session_id);

create table notes (
    table_id text not null references tables (id),
    session_id text not null,
    note bytea not null,
    primary key (table_id, session_id)
);

-- A SHA-256 has 32 bytes; a token that somebody forgot to hash has not.
create table sessions (
    id text not null primary key,
    token_hash bytea not null unique check (length(token_hash) = 32),
    name text not null,
    made_at bigint not null,
    seen_at bigint not null
);

-- Numbers of the server itself: how long it has been alive, how often it was pinged.
create table marks (
    name text not null primary key,
    value bigint not null
);

-- The servers of this store, each from its start to its end. It owns tables while it has not expired.
create table processes (
    id bigint generated always as identity primary key,
    address text not null,
    key text not null,
    alive bigint not null, -- the server's time at the last renewal
    expires timestamptz not null,
    spent bytea not null default '' -- what people did here of late, for the limits of the others
);

-- Small documents that are made once and asked for often, by their kind and key; keys are ordered by code point.
create table kept (
    kind text not null,
    key text collate "C" not null,
    value bytea not null,
    primary key (kind, key)
);
