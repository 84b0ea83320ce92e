-- Goes on with another tick.
update schedule set next_tick = :next_tick::timestamptz, look_at = :look_at::timestamptz, queued = false where name = :name;
