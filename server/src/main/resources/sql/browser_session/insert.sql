-- Adds a session of a key. Deletes all expired sessions, and the oldest sessions of the key if it has too many.
with expired as (
  delete from browser_session where expires_at <= :now::timestamptz
), surplus as (
  delete from browser_session
  where session_hash in (
    select session_hash from browser_session where key_id = :key order by created_at desc offset :others)
)
insert into browser_session (session_hash, key_id, created_at, expires_at)
values (:hash, :key, :now::timestamptz, :expires_at::timestamptz);
