-- Deletes a session.
delete from browser_session where session_hash = :hash;
