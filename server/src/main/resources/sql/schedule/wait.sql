-- Postpones the decision about a schedule's tick.
update schedule set queued = :queued, look_at = :look_at::timestamptz where workspace = :workspace and name = :name;
