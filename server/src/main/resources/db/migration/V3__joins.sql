-- Conditions become sets of outcomes, and a task may need fewer than all of its edges.

-- The conditions of a task's edges as they are kept, one letter each: A is always, S is on_success, F is on_failure, and a
-- hexadecimal digit is the sum of its outcomes, of which 1 is success, 2 failure, 4 skipped and 8 canceled.
drop function edge_conditions(text);
create function edge_conditions(letters text) returns text[] language sql immutable return string_to_array(letters, null);

-- Whether a parent that ended in a way satisfies a condition.
create function satisfies(condition text, outcome edge_resolution) returns boolean language sql immutable return
  case outcome when 'SUCCESS' then 1 when 'FAILED' then 2 when 'SKIPPED' then 4 when 'CANCELLED' then 8 end
  & case condition when 'A' then 15 when 'S' then 1 when 'F' then 10 else ('x0' || condition)::bit(8)::integer end <> 0;

-- A condition as the API shows it: its name, or the list of its outcomes.
create function condition_text(condition text) returns text language sql stable return
  case condition when 'A' then 'always' when 'S' then 'on_success' when 'F' then 'on_failure'
    else array_to_json(array_remove(array[
      case when satisfies(condition, 'SUCCESS') then 'Success' end, case when satisfies(condition, 'FAILED') then 'Failure' end,
      case when satisfies(condition, 'CANCELLED') then 'Canceled' end,
      case when satisfies(condition, 'SKIPPED') then 'Skipped' end], null))::text end;

alter table foreign_edge alter column condition type text collate "C"
  using case condition when 'always' then 'A' when 'on_success' then 'S' else 'F' end;
drop type edge_condition;

-- How many of its edges a task needs: 0 is all, -1 is any.
alter table task add column join_count integer not null default 0;

-- How many edges can no longer be satisfied, of a waiting task that does not need all of them; null is none.
alter table task_state add column missed integer;
