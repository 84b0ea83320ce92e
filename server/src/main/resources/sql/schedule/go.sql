-- Advances a schedule to its next tick, unless the tick that was decided is no longer the current one.
update schedule
set next_tick = :next_tick::timestamptz, look_at = :look_at::timestamptz, queued = false
where workspace = :workspace and name = :name and next_tick = :tick::timestamptz;
