-- Connections that the operator ended, for the page of the customers whose they were. No reason: that is for operators.
CREATE TABLE IF NOT EXISTS operator_ends (
  connection_id TEXT PRIMARY KEY,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  -- As the application was shown.
  name TEXT NOT NULL,
  -- Epoch milliseconds.
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_ends_of_login ON operator_ends (login_id, billing_system, ended_at);

-- Mails about a connection that were not accepted for delivery, to be sent again; never one that carries a code.
CREATE TABLE IF NOT EXISTS failed_mails (
  id INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL,
  billing_system TEXT NOT NULL,
  login_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  failed_at INTEGER NOT NULL,
  request_id TEXT
) STRICT;

CREATE INDEX IF NOT EXISTS failed_mails_by_time ON failed_mails (failed_at);
CREATE INDEX IF NOT EXISTS connections_of_account ON connections (account_id);
CREATE INDEX IF NOT EXISTS connections_of_application ON connections (application);
