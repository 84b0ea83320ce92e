-- Records that tasks call workflows. Of a spread that bounds how many items run at once, only so many are due now.
insert into call (batch_id, no, attempt, claims, workflow, version, inputs, level, spread_of, parallel, began_at, due_at)
select c.batch_id, c.no, c.attempt, c.claims, c.workflow, c.version, c.inputs::json, batch.level + 1, c.spread_of, c.parallel,
  :now::timestamptz,
  case
    when c.parallel = 0 or row_number() over (partition by c.batch_id, c.spread_of order by c.no) <= c.parallel then :now::timestamptz end
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:claims::integer[]) as claims, unnest(:workflows::text[]) as workflow, unnest(:versions::integer[]) as version,
    unnest(:inputs::text[]) as inputs, unnest(:spreads::integer[]) as spread_of, unnest(:parallel::integer[]) as parallel) as c
join batch on batch.batch_id = any (array[c.batch_id]);
