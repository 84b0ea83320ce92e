-- What expressions read, each value once.
with wanted as (
  select unnest(:parts::text[]) as part, unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no
)
select wanted.part, wanted.batch_id, wanted.no, result.value::text
from wanted
join result on result.batch_id = any (array[wanted.batch_id]) and result.no = wanted.no
where wanted.part = 'RESULT'
union all
select wanted.part, wanted.batch_id, wanted.no, batch.inputs::text
from wanted
join batch on batch.batch_id = any (array[wanted.batch_id])
where wanted.part = 'INPUTS' and batch.inputs is not null
union all
select wanted.part, wanted.batch_id, wanted.no, case wanted.part when 'ITEM' then task.item::text else task.metadata::text end
from wanted
join task on task.batch_id = any (array[wanted.batch_id]) and task.no = wanted.no
where wanted.part in ('ITEM', 'METADATA');
