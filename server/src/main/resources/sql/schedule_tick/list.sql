-- Lists the decided ticks of a schedule, the latest first.
select tick_id, tick_at, cause, state, batch_id, reason, backfill_id
from schedule_tick
where workspace = :workspace and schedule = :schedule and state <> 'due'
  and (:before_at::timestamptz is null or (tick_at, tick_id) < (:before_at::timestamptz, :before_id::bigint))
order by tick_at desc, tick_id desc
limit :limit;
