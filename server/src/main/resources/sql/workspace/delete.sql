-- Deletes a workspace that is empty, with its revoked and expired keys, and returns whether it was empty.
with filled as (
  select exists (select from batch where workspace_of(batch.batch_id) = :number)
    or exists (select from workflow where workflow.workspace = :number)
    or exists (select from schedule where schedule.workspace = :number)
    or exists (select from secret where secret.workspace = :number)
    or exists (
      select from api_key
      where api_key.workspace = :number and api_key.revoked_at is null
        and (api_key.expires_at is null or api_key.expires_at > :now::timestamptz)) as anything
), keys as (
  delete from api_key using filled where api_key.workspace = :number and not filled.anything
), forgotten as (
  delete from submission_key using filled where submission_key.workspace = :number and not filled.anything
), deleted as (
  delete from workspace using filled where workspace.number = :number and not filled.anything
)
select not filled.anything from filled;
