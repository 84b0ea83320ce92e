-- The next tick waits for the run before.
update schedule set queued = true, look_at = :look_at::timestamptz where name = :name;
