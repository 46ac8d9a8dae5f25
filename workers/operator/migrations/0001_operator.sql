-- Operators' acts and lookups, and erasures. Times are in epoch milliseconds unless a comment states otherwise.

-- The acts of operators. A row is inserted before the act runs, and updated after it.
CREATE TABLE IF NOT EXISTS operator_acts (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  -- An e-mail address, or the client id of a service token, from Cloudflare Access.
  who TEXT NOT NULL,
  act TEXT NOT NULL,
  -- The subject, such as connection:<id> or login:12. It never contains a name or an e-mail address.
  subject TEXT NOT NULL,
  because TEXT NOT NULL,
  request_id TEXT NOT NULL,
  -- While the outcome is begun, it is unknown whether the act was done.
  outcome TEXT NOT NULL DEFAULT 'begun' CHECK (outcome IN ('begun', 'done', 'refused', 'failed')),
  result TEXT,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_acts_by_time ON operator_acts (at);

-- Lookups about customers. A row is inserted before the data is shown.
CREATE TABLE IF NOT EXISTS operator_reads (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  command TEXT NOT NULL,
  -- The subject, such as login:12. It never contains a name or an e-mail address.
  subject TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_reads_by_time ON operator_reads (at);

-- Erasures: the open ones, and those of the last 31 days. After a restore, the console lists the subjects to erase
-- again.
CREATE TABLE IF NOT EXISTS erasures (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('login', 'account')),
  billing_system TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- The start time. Until then the erasure can be cancelled.
  begins_at INTEGER NOT NULL,
  -- done_in_part means that some data was kept because the person is still a customer. The note states which data.
  state TEXT NOT NULL CHECK (state IN ('asked', 'begun', 'done', 'done_in_part', 'called_off')),
  -- The places with data as JSON, found at the request and during the run. Data newer than `until` is kept.
  places TEXT NOT NULL,
  -- Why the erasure waits, or which data was kept.
  note TEXT NOT NULL DEFAULT '',
  done_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS erasures_open ON erasures (begins_at) WHERE state IN ('asked', 'begun');
CREATE UNIQUE INDEX IF NOT EXISTS erasures_of_subject ON erasures (kind, billing_system, subject_id)
  WHERE state IN ('asked', 'begun');

-- The table has one row: the random key that signs the tokens of the console's forms.
CREATE TABLE IF NOT EXISTS form_key (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  key BLOB NOT NULL
) STRICT;

-- The last run of the scheduled work.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL,
  count INTEGER
) STRICT, WITHOUT ROWID;

-- The jurisdiction of the databases, and the time in RFC 3339 at which it was set. The deployment that creates the
-- database inserts the row, and later deployments compare it. If there is no row, the platform chose the location.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
