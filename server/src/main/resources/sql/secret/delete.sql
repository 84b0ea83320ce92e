-- Deletes a secret.
delete from secret where workspace = :workspace and name = :name;
