-- Acts, look-ups and erasures of operators. Instants are epoch milliseconds.

-- Acts of operators: inserted before an act runs, completed after it.
CREATE TABLE IF NOT EXISTS operator_acts (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  -- An e-mail address, or the client id of a service token, from Cloudflare Access.
  who TEXT NOT NULL,
  act TEXT NOT NULL,
  -- Such as connection:<id> or login:12; never a name or an address.
  subject TEXT NOT NULL,
  because TEXT NOT NULL,
  request_id TEXT NOT NULL,
  -- begun: the outcome is unknown.
  outcome TEXT NOT NULL DEFAULT 'begun' CHECK (outcome IN ('begun', 'done', 'refused', 'failed')),
  result TEXT,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_acts_by_time ON operator_acts (at);

-- Look-ups about customers: inserted before the data is shown.
CREATE TABLE IF NOT EXISTS operator_reads (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  command TEXT NOT NULL,
  -- Such as login:12; never a name or an address.
  subject TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS operator_reads_by_time ON operator_reads (at);

-- Erasures: the running work, and for 31 days afterwards the list of subjects to erase again after a restore.
CREATE TABLE IF NOT EXISTS erasures (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('login', 'account')),
  billing_system TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- The start time. Until then the erasure can be cancelled.
  begins_at INTEGER NOT NULL,
  -- done_in_part: some data was kept because its person is still a customer. The note states which.
  state TEXT NOT NULL CHECK (state IN ('asked', 'begun', 'done', 'done_in_part', 'called_off')),
  -- JSON: the places with data, found at the request and during the run. `until`: newer data stays.
  places TEXT NOT NULL,
  -- The reason for waiting, or the data that was kept on purpose.
  note TEXT NOT NULL DEFAULT '',
  done_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS erasures_open ON erasures (begins_at) WHERE state IN ('asked', 'begun');
CREATE UNIQUE INDEX IF NOT EXISTS erasures_of_subject ON erasures (kind, billing_system, subject_id)
  WHERE state IN ('asked', 'begun');

-- One row: the random key that signs the tokens of the console's forms.
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

-- The jurisdiction of the databases, and its time. The deployment that creates the database inserts it, and later ones
-- compare it. No row: the platform chose.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
