-- Returns whether any key is valid.
select exists (
  select from api_key where revoked_at is null and (expires_at is null or expires_at > :now::timestamptz));
