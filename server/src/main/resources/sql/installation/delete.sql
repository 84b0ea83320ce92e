-- Makes room for the secrets of a backup.
delete from installation;
