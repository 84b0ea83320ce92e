-- Marks all versions of a workflow as deleted. The caller holds the lock of workflow/lock.
update workflow set deleted_at = :now::timestamptz where workspace = :workspace and name = :name and deleted_at is null;
