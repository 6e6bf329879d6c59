create table tables (
    id text not null primary key,
    game text not null,
    seats integer not null,
    listed integer not null check (listed in (0, 1)),
    phase text not null check (phase in ('waiting', 'called', 'playing', 'paused', 'over', 'void')),
    free integer not null,
    opened_at integer not null,
    changed_at integer not null,
    secret blob not null,
    archived integer not null check (archived in (0, 1)),
    copied_from text not null,
    card blob not null
);

-- Every move changes changed_at, so only what is searched while people wait has an index, and only over the rows it needs.
create index tables_recent on tables (changed_at) where archived = 0;
create index tables_listed on tables (changed_at) where archived = 0 and listed = 1 and phase in ('waiting', 'playing');
create index tables_copied on tables (copied_from) where copied_from <> '';

create table events (
    table_id text not null references tables (id),
    number integer not null check (number >= 1),
    entry blob not null,
    primary key (table_id, number)
) without rowid;

create table players (
    table_id text not null references tables (id),
    session_id text not null,
    seat integer not null,
    primary key (table_id, session_id, seat)
) without rowid;

create index players_sessions on players (session_id);

create table notes (
    table_id text not null references tables (id),
    session_id text not null,
    note blob not null,
    primary key (table_id, session_id)
) without rowid;

-- A SHA-256 has 32 bytes; a token that somebody forgot to hash has not.
create table sessions (
    id text not null primary key,
    token_hash blob not null unique check (typeof(token_hash) = 'blob' and length(token_hash) = 32),
    name text not null,
    made_at integer not null,
    seen_at integer not null
);

-- Numbers of the server itself: how long it has been alive, how often it was pinged.
create table marks (
    name text not null primary key,
    value integer not null
) without rowid;
