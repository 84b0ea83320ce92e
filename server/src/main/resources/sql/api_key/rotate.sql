-- Gives a key another secret. The former secret stays valid until :former_until. If that is null, the former secret ends now, and the
-- statement deletes the key's sessions.
with ended as (
  delete from browser_session using api_key
  where :former_until::timestamptz is null
    and browser_session.key_id = api_key.key_id and api_key.key_id = :id and api_key.workspace = :workspace
)
update api_key
set former_hash = case when :former_until::timestamptz is not null then secret_hash end,
  former_until = :former_until::timestamptz,
  secret_hash = :hash
where key_id = :id and workspace = :workspace and revoked_at is null;
