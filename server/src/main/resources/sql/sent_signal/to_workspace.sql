-- Sends a signal to a workspace: it ends the waits for its name and key, or is kept for the next one until it expires. Returns how
-- many it ended. The caller holds the lock of the name and key.
with delivered as (
  update wait
  set answered = true, expires = false, answer = :data::json, due_at = case when not paused then :now::timestamptz end
  where signal_name = :name and signal_key = :key and not answered and workspace_of(batch_id) = :workspace
  returning 1
), kept as (
  insert into signal (workspace, name, key, data, sent_at, expires_at)
  select :workspace, :name, :key, :data::json, :now::timestamptz, :expires_at::timestamptz
  where not exists (select from delivered)
)
select count(*) from delivered;
