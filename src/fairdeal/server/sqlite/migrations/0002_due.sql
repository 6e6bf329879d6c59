-- The server's time at which a table has to be looked at although nobody comes; null: nothing is due until somebody does.
alter table tables add column due integer;

create index tables_due on tables (due) where due is not null;

-- What is due at tables from before is not known: each of them is looked at once.
update tables set due = 0 where phase in ('called', 'playing', 'paused');
