-- Applications that registered themselves and have not got a code yet: they are forgotten after a day. Those that the
-- version before registers never stand here, since it does not write down who got one: they keep their 90 days.
CREATE TABLE IF NOT EXISTS unconnected_clients (
  id TEXT PRIMARY KEY,
  -- Epoch milliseconds.
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS unconnected_clients_by_age ON unconnected_clients (registered_at);

-- How many applications have registered themselves on a day (UTC, YYYY-MM-DD), all callers together.
CREATE TABLE IF NOT EXISTS registrations (
  day TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
