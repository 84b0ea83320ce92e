-- Reads the version of the newest migration that was applied.
select version from flyway_schema_history where success and version is not null order by installed_rank desc limit 1;
