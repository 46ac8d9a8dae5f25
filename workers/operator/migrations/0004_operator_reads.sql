-- What operators looked up about customers: written before it is shown.
CREATE TABLE IF NOT EXISTS operator_reads (
  id TEXT PRIMARY KEY,
  -- Epoch milliseconds.
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  command TEXT NOT NULL,
  -- Such as login:12; never a name or an address.
  subject TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_reads_by_time ON operator_reads (at);
