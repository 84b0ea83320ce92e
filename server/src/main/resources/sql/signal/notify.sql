-- Sends a message to all listening servers.
select pg_notify(:channel, :message);
