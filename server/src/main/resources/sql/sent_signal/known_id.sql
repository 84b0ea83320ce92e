-- Says whether a signal with this ID has come to a batch before.
select exists (
  select from signal_id
  where workspace = :workspace and batch_id = :scope::uuid and name = :name and key = '' and id = :id);
