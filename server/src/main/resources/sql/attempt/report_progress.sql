-- Stores how far attempts are; what is not given stays as it was in the same attempt. Without an attempt, the current one is meant.
with given as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:progress::float8[]) as progress, unnest(:messages::text[]) as message
)
insert into progress as kept (batch_id, no, attempt, progress, message)
select given.batch_id, given.no, coalesce(given.attempt, state.attempt), given.progress, given.message
from given
join task_state as state on state.batch_id = any (array[given.batch_id]) and state.no = any (array[given.no])
order by given.batch_id, given.no
on conflict (batch_id, no) do update
set attempt = excluded.attempt,
  progress = coalesce(excluded.progress, case when kept.attempt = excluded.attempt then kept.progress end),
  message = coalesce(excluded.message, case when kept.attempt = excluded.attempt then kept.message end)
where kept.attempt <= excluded.attempt;
