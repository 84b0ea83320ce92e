-- Reads what workers need to know of tasks that may be assigned to them. Tasks with a rule, or with a bound on their spread,
-- are left out: they have to be claimed.
select task.batch_id, task.no, task.kind, task.name, task.lane, task.metadata, task.input, task.on_start, task.timeout_secs
from (
  select unnest(:give_batches::uuid[]) as batch_id, unnest(:give_nos::integer[]) as no,
    generate_subscripts(:give_batches::uuid[], 1) as ordinal) as named
join task on task.batch_id = any (array[named.batch_id]) and task.no = named.no
where task.rules is null and not (task.spread_of > 0 and task.spread_parallel > 0)
order by named.ordinal;
