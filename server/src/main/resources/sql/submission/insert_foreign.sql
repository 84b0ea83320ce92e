-- Inserts edges from tasks of other batches into tasks of this one, and marks the batches at both ends as tied.
with tied as (
  insert into foreign_edge (parent_batch, parent, child_batch, child, condition)
  select e.parent_batch, e.parent, :batch, e.child, e.condition
  from (
    select unnest(:parent_batches::uuid[]) as parent_batch, unnest(:parents::integer[]) as parent,
      unnest(:children::integer[]) as child, unnest(:conditions::text[]) as condition) as e
  returning parent_batch
), ends as (
  select :batch as batch_id
  union
  select parent_batch from tied
)
update batch
set tied = true, version = version + 1
from ends
where batch.batch_id = any (array[ends.batch_id]) and not batch.tied;
