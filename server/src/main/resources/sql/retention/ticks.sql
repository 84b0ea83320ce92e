-- Deletes old ticks and ended backfills, and returns how many.
with ticks as (
  delete from schedule_tick
  where tick_id = any (array(
    select tick_id from schedule_tick where decided_at < :cutoff::timestamptz order by decided_at limit :max))
  returning 1
), backfills as (
  delete from backfill
  where backfill_id = any (array(
    select backfill_id from backfill where ended_at < :cutoff::timestamptz order by ended_at limit :max))
  returning 1
)
select (select count(*) from ticks) + (select count(*) from backfills);
