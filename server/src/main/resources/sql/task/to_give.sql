-- What workers have to know of tasks that are about to become theirs; those in which a rule has a say are left out.
select task.batch_id, task.no, task.kind, task.name, task.lane, task.metadata, task.input, task.on_start, task.timeout_secs
from (
  select unnest(:give_batches::uuid[]) as batch_id, unnest(:give_nos::integer[]) as no,
    generate_subscripts(:give_batches::uuid[], 1) as ordinal) as named
join task on task.batch_id = any (array[named.batch_id]) and task.no = named.no
where task.rules is null and not (task.spread_of > 0 and task.spread_parallel > 0)
order by named.ordinal;
