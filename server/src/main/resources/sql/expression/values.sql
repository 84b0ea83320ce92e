-- Reads the values that expressions need, each value once. Values are returned in the given order until their total size
-- reaches the limit; the others are reported as not fitting.
with wanted as (
  select generate_subscripts(:parts::text[], 1) as place, unnest(:parts::text[]) as part, unnest(:batches::uuid[]) as batch_id,
    unnest(:nos::integer[]) as no
), found as (
  select wanted.place, wanted.part, wanted.batch_id, wanted.no, result.value::text as value
  from wanted
  join result on result.batch_id = any (array[wanted.batch_id]) and result.no = wanted.no
  where wanted.part = 'RESULT'
  union all
  select wanted.place, wanted.part, wanted.batch_id, wanted.no, batch.inputs::text
  from wanted
  join batch on batch.batch_id = any (array[wanted.batch_id])
  where wanted.part = 'INPUTS' and batch.inputs is not null
  union all
  select wanted.place, wanted.part, wanted.batch_id, wanted.no,
    case wanted.part when 'ITEM' then task.item::text else task.metadata::text end
  from wanted
  join task on task.batch_id = any (array[wanted.batch_id]) and task.no = wanted.no
  where wanted.part in ('ITEM', 'METADATA')
), measured as (
  select part, batch_id, no, value,
    coalesce(sum(octet_length(value)) over (order by place), 0) <= :max_bytes::integer as fits
  from found
)
select part, batch_id, no, case when fits then value end as value, fits
from measured;
