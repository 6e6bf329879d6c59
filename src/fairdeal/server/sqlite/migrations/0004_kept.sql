-- Small documents that are made once and asked for often (reviews, puzzles, results of a day), by their kind and key. They
-- are as long as some pages, so the rows have ids.
create table kept (
    kind text not null,
    key text not null,
    value blob not null,
    primary key (kind, key)
);
