-- Reads which keys the sessions belong to that have not expired.
select encode(session_hash, 'hex') as session, key_id
from browser_session
where session_hash in (select decode(hash, 'hex') from unnest(:hashes::text[]) as hash)
  and expires_at > :now::timestamptz;
