-- Revokes a key and deletes its sessions. A key that was revoked before keeps its revocation time.
with ended as (
  delete from browser_session using api_key
  where browser_session.key_id = api_key.key_id and api_key.key_id = :id and api_key.workspace = :workspace
)
update api_key
set revoked_at = coalesce(revoked_at, :now::timestamptz)
where key_id = :id and workspace = :workspace;
