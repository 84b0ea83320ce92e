-- Checks invariant I28 with triggers, in test databases only: a transaction that changes what servers remember of a batch moves
-- the batch's version. BatchCache remembers the states of tasks and what executors need to know of them.
--
-- The triggers on batch note each batch whose version the transaction moves. The triggers on task and task_state check for that
-- note when the transaction commits. The note is a setting of the transaction, so a rollback to a savepoint removes it too.
create schema i28;

create function i28.noted(batch_id uuid) returns boolean language sql stable return
  position(batch_id::text in coalesce(current_setting('i28.noted', true), '')) > 0;

create function i28.note() returns trigger language plpgsql as $$
begin
  perform set_config('i28.noted', concat(current_setting('i28.noted', true), ' ', coalesce(new.batch_id, old.batch_id)), true);
  return null;
end $$;

-- Inserting and deleting a batch need no new version: no server remembers a batch before its insert is committed, and a decision
-- from memory about a deleted batch finds no row to change.
create trigger i28_note_existence after insert or delete on batch
  for each row execute function i28.note();
create trigger i28_note_version after update on batch
  for each row when (new.version > old.version) execute function i28.note();

create function i28.refuse() returns trigger language plpgsql as $$
begin
  if not i28.noted(coalesce(new.batch_id, old.batch_id)) then
    raise integrity_constraint_violation using
      message = format('I28: %s of %s changes what is remembered of batch %s, but the version stays', lower(tg_op), tg_table_name,
        coalesce(new.batch_id, old.batch_id)),
      detail = format('before: %s, after: %s', old, new);
  end if;
  return null;
end $$;

create constraint trigger i28_tied after update on batch deferrable initially deferred
  for each row when (new.tied is distinct from old.tied) execute function i28.refuse();

-- The number of claims is not checked: every statement that writes a task repeats it.
create constraint trigger i28_state after update on task_state deferrable initially deferred
  for each row when (
    not i28.noted(new.batch_id)
    and ((new.paused_from, new.required, new.satisfied, new.ended_children, new.attempt, new.retries, new.items, new.first_item,
        new.failure_reason, new.next_retry_at)
      is distinct from (old.paused_from, old.required, old.satisfied, old.ended_children, old.attempt, old.retries, old.items,
        old.first_item, old.failure_reason, old.next_retry_at)
      or (new.status <> old.status
        -- A claim. A remembered Pending task is used only for a completion whose token names its next claim.
        and not (old.status = 'pending' and new.status in ('claimed', 'running') and new.claims = old.claims + 1)
        -- An answered call. Servers do not remember Claimed tasks.
        and not (old.status = 'claimed' and new.status = 'running' and new.claims = old.claims))))
  execute function i28.refuse();

create constraint trigger i28_state_existence after insert on task_state deferrable initially deferred
  for each row when (not i28.noted(new.batch_id)) execute function i28.refuse();
create constraint trigger i28_state_absence after delete on task_state deferrable initially deferred
  for each row when (not i28.noted(old.batch_id)) execute function i28.refuse();

-- Edges, conditions and expressions of a task never change, so they are not checked.
create constraint trigger i28_brief after update on task deferrable initially deferred
  for each row when (
    not i28.noted(new.batch_id)
    and (new.kind, new.name, new.lane, new.metadata, new.input::text, new.on_start::text, new.timeout_secs, new.rules::text)
      is distinct from
      (old.kind, old.name, old.lane, old.metadata, old.input::text, old.on_start::text, old.timeout_secs, old.rules::text))
  execute function i28.refuse();
