-- Records the last tick of a schedule, and the run that it started or the error.
update schedule
set last_tick = :tick::timestamptz, last_batch = coalesce(:batch::uuid, last_batch), last_error = :error
where workspace = :workspace and name = :name;
