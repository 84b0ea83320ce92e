-- Pauses or resumes a schedule.
update schedule
set paused = :paused, next_tick = :next_tick::timestamptz, look_at = :look_at::timestamptz, queued = false, updated_at = :now::timestamptz
where workspace = :workspace and name = :name;
