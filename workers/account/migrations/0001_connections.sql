-- Applications that registered themselves, and the last good copy of each metadata document.
CREATE TABLE IF NOT EXISTS clients (
  -- Given at registration, or the address of the document.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('registered', 'document')),
  -- As the OAuth library stores a client: JSON.
  record TEXT NOT NULL,
  -- Epoch milliseconds, like every instant here.
  registered_at INTEGER NOT NULL,
  -- A consent was given or a token was issued, or a document was read.
  used_at INTEGER NOT NULL,
  -- Until when a document is used without asking its host; null for what registered itself.
  fresh_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS clients_by_use ON clients (used_at);

-- Which connections a login has. Each connection's own object is the authority on everything else.
CREATE TABLE IF NOT EXISTS connections (
  id TEXT PRIMARY KEY,
  -- That login and account are of, like every billing_system here.
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  application TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS connections_of_login ON connections (login_id, account_id, application);
CREATE INDEX IF NOT EXISTS connections_open ON connections (billing_system) WHERE ended_at IS NULL;
