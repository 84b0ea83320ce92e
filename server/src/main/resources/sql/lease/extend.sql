-- Signs of life: whoever still holds the task keeps it for another period.
with alive as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    unnest(:attempts::integer[]) as attempt, unnest(:claims::integer[]) as claims
)
update lease
set expires_at = :now::timestamptz + make_interval(secs => coalesce(:period::integer, lease.period_secs))
from alive
join task_state as state on state.batch_id = any (array[alive.batch_id]) and state.no = any (array[alive.no])
where lease.batch_id = any (array[alive.batch_id]) and lease.no = alive.no
  and state.attempt = alive.attempt and state.claims = alive.claims and is_held(state.status)
returning lease.batch_id, lease.no;
