-- Deletes the secrets of this installation before a restore writes those of the backup.
delete from installation;
