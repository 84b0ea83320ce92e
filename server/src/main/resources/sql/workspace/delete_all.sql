-- Makes room for the workspaces of a backup.
delete from workspace;
