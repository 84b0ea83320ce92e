-- Counts the tasks of the named batches per state, and sums up their counters.
select named.batch_id, counted.*
from unnest(:batches::uuid[]) as named (batch_id)
cross join lateral (
  select
    count(*) filter (where status = 'waiting') as waiting,
    count(*) filter (where status = 'pending') as pending,
    count(*) filter (where status = 'claimed') as claimed,
    count(*) filter (where status = 'running') as running,
    count(*) filter (where status = 'success') as success,
    count(*) filter (where status = 'failure') as failure,
    count(*) filter (where status = 'canceled') as canceled,
    count(*) filter (where status = 'skipped') as skipped,
    count(*) filter (where status = 'paused') as paused,
    count(*) filter (where status = 'retry_pending') as retry_pending,
    capped(coalesce(sum(state.success), 0)) as total_success,
    capped(coalesce(sum(state.failures), 0)) as total_failures,
    case when count(*) = count(state.expected_count)
      then capped(coalesce(sum(state.expected_count), 0)) end as total_expected
  from task_state as state
  where state.batch_id = named.batch_id) as counted;
