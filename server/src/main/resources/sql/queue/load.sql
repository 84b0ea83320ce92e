-- Counts queued tasks, leases, workers, owed calls, waits, kept signals and calls of workflows by workspace for metrics. It reads at most so many rows of each kind, which
-- keeps the statement short. The first workspaces have a row of their own, even without tasks; the others share one.
with counted as (
  select workspace_of(ready.batch_id) as number, 'ready' as part, count(*) as amount
  from (select batch_id from queue where parked is null limit :bound) as ready
  group by 1
  union all
  select workspace_of(parked.batch_id), 'parked', count(*)
  from (select batch_id from queue where parked is not null limit :bound) as parked
  group by 1
  union all
  select workspace_of(waiting.batch_id), 'rated', count(*)
  from (select batch_id from queue where parked >= 'rate:' and parked < 'rate;' limit :bound) as waiting
  group by 1
  union all
  select workspace_of(held.batch_id), 'by_workers', count(*)
  from (select batch_id from lease where worker limit :bound) as held
  group by 1
  union all
  select workspace_of(held.batch_id), 'by_webhooks', count(*)
  from (select batch_id from lease where not worker limit :bound) as held
  group by 1
  union all
  select workspace_of(held.batch_id), 'workers', count(distinct held.holder)
  from (select batch_id, holder from lease where worker limit :bound) as held
  group by 1
  union all
  select workspace_of(owed.batch_id), 'owed', count(*)
  from (select batch_id from outbox limit :bound) as owed
  group by 1
  union all
  select workspace_of(waiting.batch_id), 'wait_' || waiting.kind, count(*)
  from (select batch_id, kind from wait limit :bound) as waiting
  group by 1, waiting.kind
  union all
  select kept.workspace, 'signals', count(*)
  from (
    select workspace
    from signal
    where (batch_id is null and expires_at > :now::timestamptz)
      or exists (select from batch where batch.batch_id = signal.batch_id and batch.completed_at is null)
    limit :bound) as kept
  group by 1
  union all
  select workspace_of(called.batch_id), 'calls', count(*)
  from (select batch_id from call where wanted in ('run', 'pause') limit :bound) as called
  group by 1
  union all
  select workspace_of(dead.batch_id), 'dead', count(*)
  from (select batch_id from outbox where dead limit :bound) as dead
  group by 1
), named as (
  select number, tenant || '/' || name as workspace from workspace order by number limit :named
)
select coalesce(named.workspace, :others) as workspace,
  coalesce(sum(counted.amount) filter (where counted.part = 'ready'), 0)::bigint as ready,
  coalesce(sum(counted.amount) filter (where counted.part = 'parked'), 0)::bigint as parked,
  coalesce(sum(counted.amount) filter (where counted.part = 'rated'), 0)::bigint as rated,
  coalesce(sum(counted.amount) filter (where counted.part = 'by_workers'), 0)::bigint as by_workers,
  coalesce(sum(counted.amount) filter (where counted.part = 'by_webhooks'), 0)::bigint as by_webhooks,
  coalesce(sum(counted.amount) filter (where counted.part = 'workers'), 0)::bigint as workers,
  coalesce(sum(counted.amount) filter (where counted.part = 'owed'), 0)::bigint as owed,
  coalesce(sum(counted.amount) filter (where counted.part = 'wait_for'), 0)::bigint as waits_for,
  coalesce(sum(counted.amount) filter (where counted.part = 'wait_until'), 0)::bigint as waits_until,
  coalesce(sum(counted.amount) filter (where counted.part = 'wait_signal'), 0)::bigint as waits_signal,
  coalesce(sum(counted.amount) filter (where counted.part = 'wait_approval'), 0)::bigint as waits_approval,
  coalesce(sum(counted.amount) filter (where counted.part = 'signals'), 0)::bigint as signals,
  coalesce(sum(counted.amount) filter (where counted.part = 'calls'), 0)::bigint as calls,
  coalesce(sum(counted.amount) filter (where counted.part = 'dead'), 0)::bigint as dead
from named
full join counted on counted.number = named.number
group by 1;
