-- Deletes the ticks of a schedule.
delete from schedule_tick where workspace = :workspace and schedule = :schedule;
