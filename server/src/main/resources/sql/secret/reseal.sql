-- Replaces the ciphertexts of secrets. Their values stay the same, and so do their dates.
update secret
set encryption_key = :encryption_key, ciphertext = given.ciphertext
from (
  select unnest(:workspaces::integer[]) as workspace, unnest(:names::text[]) as name,
    unnest(:ciphertexts::bytea[]) as ciphertext) as given
where secret.workspace = given.workspace and secret.name = given.name;
