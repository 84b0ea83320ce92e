-- Adds a key if its workspace exists.
insert into api_key (key_id, secret_hash, name, workspace, scopes, kinds, created_by, created_at, expires_at)
select :id, :hash, :name, number, :scopes::text[], :kinds::text[], :created_by, :now::timestamptz, :expires_at::timestamptz
from workspace
where number = :workspace;
