-- Removes signals that nobody waited for in time, and old IDs of signals.
with gone as (
  delete from signal where expires_at <= :now::timestamptz
)
delete from signal_id where expires_at <= :now::timestamptz;
