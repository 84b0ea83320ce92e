-- What the routes under /v1 need.

-- Of a submission with a key, the existing tasks by the local IDs of those that were not created; null when all were.
alter table submission_key add column deduplicated json;

-- A deleted version of a workflow starts no more runs. It stays, because runs name it.
alter table workflow add column deleted_at timestamptz;
