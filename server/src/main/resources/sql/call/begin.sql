-- Records that tasks call workflows.
insert into call (batch_id, no, attempt, claims, workflow, version, inputs, level, spread_of, parallel, began_at, due_at)
select c.batch_id, c.no, c.attempt, c.claims, c.workflow, c.version, c.inputs::json, batch.level + 1, c.spread_of, c.parallel,
  :now::timestamptz, :now::timestamptz
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:claims::integer[]) as claims, unnest(:workflows::text[]) as workflow, unnest(:versions::integer[]) as version,
    unnest(:inputs::text[]) as inputs, unnest(:spreads::integer[]) as spread_of, unnest(:parallel::integer[]) as parallel) as c
join batch on batch.batch_id = c.batch_id;
