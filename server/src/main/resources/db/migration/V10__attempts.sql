-- What attempts leave besides the ledger, and how far those under way are.

-- The worker that holds the task, or held it last.
alter table task_state add column worker text;
update task_state as state
set worker = lease.holder
from lease
where lease.worker and state.batch_id = lease.batch_id and state.no = lease.no;

-- Of attempts that have ended: the worker of those that another one has followed, and the errors that executors sent. The ledger
-- has the rest.
create table past_attempt (
  batch_id uuid not null,
  no integer not null,
  attempt integer not null,
  worker text,
  error json,
  primary key (batch_id, no, attempt)
);

-- How far the executor of a task says it is. A row counts for its attempt alone.
create table progress (
  batch_id uuid not null,
  no integer not null,
  attempt integer not null,
  progress double precision check (progress between 0 and 1),
  message text,
  primary key (batch_id, no)
) with (fillfactor = 50);
