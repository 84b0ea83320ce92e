-- Inserts a batch of independent tasks that have all succeeded.
insert into batch (batch_id, state, total, last_no, success, created_at, completed_at)
values ('00000000-0000-7000-8000-000000000000', 'succeeded', 30000, 30000, 30000, clock_timestamp(), clock_timestamp());

insert into task (batch_id, no, local_id, name, kind, first_of_kind, lane, timeout_secs, priority, children, conditions, parents,
  parent_conditions, created_at)
select '00000000-0000-7000-8000-000000000000', no, 't' || no, 'loaded', 'loaded', no = 1, 'work:loaded', 60, 0, '{}', '', '{}', '',
  clock_timestamp()
from generate_series(1, 30000) as no;

insert into task_state (batch_id, no, status, required, satisfied, started_at, ended_at, last_updated)
select '00000000-0000-7000-8000-000000000000', no, 'success', 0, 0, clock_timestamp(), clock_timestamp(), clock_timestamp()
from generate_series(1, 30000) as no;
