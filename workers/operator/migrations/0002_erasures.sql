-- Erasures: the work while one runs, and for 31 days after it the list of what to erase again after a store was restored.
CREATE TABLE IF NOT EXISTS erasures (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('login', 'account')),
  billing_system TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  -- From when on it runs; until then it can be called off.
  begins_at INTEGER NOT NULL,
  -- done_in_part: something was kept, because its person is still a customer; the note says what.
  state TEXT NOT NULL CHECK (state IN ('asked', 'begun', 'done', 'done_in_part', 'called_off')),
  -- JSON: where something was kept, as it was found when it was asked and as it ran; `until`: what is newer stays.
  places TEXT NOT NULL,
  -- Why it waits, or what was kept on purpose.
  note TEXT NOT NULL DEFAULT '',
  done_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS erasures_open ON erasures (begins_at) WHERE state IN ('asked', 'begun');
CREATE UNIQUE INDEX IF NOT EXISTS erasures_of_subject ON erasures (kind, billing_system, subject_id)
  WHERE state IN ('asked', 'begun');

-- The last run of the scheduled work.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL,
  count INTEGER
) STRICT, WITHOUT ROWID;
