-- Sets the deadlines of tasks that have just become ready.
insert into deadline (batch_id, no, due_at)
select d.batch_id, d.no, :now::timestamptz + make_interval(secs => d.millis / 1000.0)
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:millis::bigint[]) as millis) as d
on conflict (batch_id, no) do update set due_at = excluded.due_at, left_millis = null;
