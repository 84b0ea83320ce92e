-- What became of a tick.
update schedule
set last_tick = :tick::timestamptz, last_batch = coalesce(:batch::uuid, last_batch), last_error = :error
where workspace = :workspace and name = :name;
