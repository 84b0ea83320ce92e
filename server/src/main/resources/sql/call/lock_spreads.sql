-- Lets only one transaction at a time start or end calls of spreads that bound how many of their items run at once.
select pg_advisory_xact_lock(spread.lock)
from (
  select distinct hashtextextended('spread:' || s.batch_id || ':' || s.spread_of, 0) as lock
  from (select unnest(:batches::uuid[]) as batch_id, unnest(:spreads::integer[]) as spread_of) as s
  order by 1) as spread;
