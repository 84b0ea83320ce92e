-- Tells all servers that keys, sessions or workspaces have changed. The class NodeMessage defines the form of the message.
select pg_notify('edgewise', E'access\nk\n');
