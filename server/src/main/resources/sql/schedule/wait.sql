-- Nobody looks at the next tick before then.
update schedule set queued = :queued, look_at = :look_at::timestamptz where workspace = :workspace and name = :name;
