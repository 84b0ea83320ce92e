-- Lists the open transactions that write to the ledger. A transaction that has taken a ledger number holds this table lock, and
-- releases it only after its rows have become visible.
select distinct pg_locks.virtualtransaction
from pg_locks
where pg_locks.locktype = 'relation' and pg_locks.mode = 'RowExclusiveLock' and pg_locks.granted
  and pg_locks.relation = 'event'::regclass
  and pg_locks.database = (select oid from pg_database where datname = current_database());
