-- Stores a secret if its workspace exists, and returns whether it is new.
insert into secret (workspace, name, encryption_key, ciphertext, created_at, updated_at)
select number, :name, :encryption_key, :ciphertext, :now::timestamptz, :now::timestamptz
from workspace
where number = :workspace
on conflict (workspace, name) do update
set encryption_key = excluded.encryption_key, ciphertext = excluded.ciphertext, updated_at = excluded.updated_at
returning name, created_at, updated_at, xmax = 0 as created;
