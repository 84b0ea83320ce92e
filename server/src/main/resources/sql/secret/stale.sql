-- Locks the next secrets that another key than this one encrypts, after a given secret. A server that replaces one of them at the
-- same time waits, so that its value is not lost.
select workspace, name, encryption_key, ciphertext
from secret
where encryption_key <> :encryption_key and (workspace, name) > (:workspace, :after)
order by workspace, name
limit :limit
for update;
