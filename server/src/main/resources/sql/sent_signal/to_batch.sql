-- Sends a signal to a locked batch: it ends the waits for its name, or is kept for the next one. Returns how many it ended.
with delivered as (
  update wait
  set answered = true, expires = false, answer = :data::json, due_at = case when not paused then :now::timestamptz end
  where batch_id = :batch and signal_name = :name and kind = 'signal' and not answered
  returning 1
), kept as (
  insert into signal (workspace, batch_id, name, data, sent_at)
  select workspace_of(:batch), :batch, :name, :data::json, :now::timestamptz
  where not exists (select from delivered)
)
select count(*) from delivered;
