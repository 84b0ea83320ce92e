-- Sends a message to the servers that listen.
select pg_notify(:channel, :message);
