-- Records that batches are paused, with the tasks that were paused before, or that they are no longer.
update batch
set paused = change.paused, paused_alone = change.alone::integer[]
from (
  select unnest(:pause_batches::uuid[]) as batch_id, unnest(:pauses::boolean[]) as paused,
    unnest(:pauses_alone::text[]) as alone) as change
where batch.batch_id = any (array[change.batch_id]);
