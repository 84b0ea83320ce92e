-- Checks whether the schema exists, in any version.
select to_regclass('task_state') is not null;
