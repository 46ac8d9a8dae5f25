-- Who is signed in to the client area. The id itself is only in the browser's cookie; here is its SHA-256. Instants in epoch
-- milliseconds.
CREATE TABLE IF NOT EXISTS client_area_sessions (
  id_hash      TEXT PRIMARY KEY CHECK (length(id_hash) = 64),
  login_id     INTEGER NOT NULL REFERENCES logins (id) ON DELETE CASCADE,
  email        TEXT NOT NULL,
  -- The account that is looked at; none before one was chosen.
  account_id   INTEGER,
  signed_in_at INTEGER NOT NULL,
  -- The last sign of life, exact to a minute.
  seen_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS client_area_sessions_by_login ON client_area_sessions (login_id);
CREATE INDEX IF NOT EXISTS client_area_sessions_by_seen ON client_area_sessions (seen_at);
