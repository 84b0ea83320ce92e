-- Deletes all workspaces before a restore writes those of the backup.
delete from workspace;
