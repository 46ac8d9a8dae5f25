-- What was asked to be forgotten: the work of an erasure while it runs, and for 31 days after it the list by which it is done again
-- where a store was restored to an earlier moment.
CREATE TABLE IF NOT EXISTS erasures (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('login', 'account')),
  billing_system TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- From when on it is carried out; until then it can be called off.
  begins_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asked', 'connections', 'objects', 'rows', 'billing', 'done', 'called_off')),
  -- JSON: where something was kept, as it was found when it was asked.
  places TEXT NOT NULL,
  -- Of the last step: why it waits, or what was kept on purpose.
  note TEXT NOT NULL DEFAULT '',
  done_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS erasures_open ON erasures (begins_at) WHERE state NOT IN ('done', 'called_off');
CREATE UNIQUE INDEX IF NOT EXISTS erasures_of_subject ON erasures (kind, billing_system, subject_id)
  WHERE state NOT IN ('done', 'called_off');

-- The last run of the scheduled work.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL,
  count INTEGER
) STRICT, WITHOUT ROWID;
