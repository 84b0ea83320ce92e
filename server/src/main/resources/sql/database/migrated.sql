-- Whether the schema is there, in whatever version.
select to_regclass('task_state') is not null;
