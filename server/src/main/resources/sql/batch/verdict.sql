-- Decides the state of batches that are over, whatever their tasks say.
update batch
set verdict = decided.verdict, state = case when batch.completed_at is null then batch.state else decided.verdict end
from (
  select unnest(:verdict_batches::uuid[]) as batch_id, unnest(:verdicts::text[]::batch_state[]) as verdict) as decided
where batch.batch_id = any (array[decided.batch_id]);
