-- Sets when to look at a call again (null for not before it changes), unless it has changed since it was seen.
update call
set due_at = :due_at::timestamptz
where batch_id = :batch and no = :no and attempt = :attempt and due_at = :seen::timestamptz;
