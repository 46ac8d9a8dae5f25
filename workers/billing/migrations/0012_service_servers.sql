-- The server that a service is on, by the id that the zones' Worker knows it by, and its user there. A service without a row is on none.
CREATE TABLE IF NOT EXISTS service_servers (
  service_id INTEGER PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE,
  server     TEXT NOT NULL,
  user       TEXT NOT NULL
) STRICT;
