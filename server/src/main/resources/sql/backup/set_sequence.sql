-- Sets a sequence, so that it continues after its last value in the backup.
select setval(:name::regclass, :last);
