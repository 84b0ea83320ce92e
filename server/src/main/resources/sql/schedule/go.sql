-- Goes on with another tick, if it is still the one that was looked at.
update schedule
set next_tick = :next_tick::timestamptz, look_at = :look_at::timestamptz, queued = false
where workspace = :workspace and name = :name and next_tick = :tick::timestamptz;
