-- What executors log.

-- The lines of one request about one attempt, in order. Rows are only ever added, and deleted with their batch. The key makes sure
-- that of two requests that append to an attempt at the same time one starts again, so that the numbers of lines have no gap and
-- a reader never passes a row that is yet to appear.
create table task_log (
  batch_id uuid not null,
  no integer not null,
  attempt integer not null,
  -- The number of the first line, counted from 0 in the attempt.
  first_line integer not null,
  lines integer not null,
  -- The size of this row's lines, and of all lines of the attempt up to its end.
  bytes integer not null,
  total_bytes bigint not null,
  -- Whether the last line says that the rest was dropped.
  cut_off boolean not null,
  -- A JSON array. Lines without a time of their own have the time of the row.
  content json not null,
  at timestamptz not null,
  primary key (batch_id, no, attempt, first_line)
);
