-- Finds the secrets that an action names.
select name, encryption_key, ciphertext
from secret
where workspace = :workspace and name = any (:names::text[]);
