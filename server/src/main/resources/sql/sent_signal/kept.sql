-- Counts the signals that wait for a task, up to a limit: to a batch, or to a workspace with a key.
select count(*)
from (
  (select from signal where signal.batch_id = :batch::uuid and signal.name = :name limit :limit)
  union all
  (select from signal
  where :batch::uuid is null and signal.batch_id is null and signal.workspace = :workspace and signal.name = :name and signal.key = :key
  limit :limit)) as kept;
