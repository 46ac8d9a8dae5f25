-- When an application that registered itself first got a code: one that never did is forgotten after a day.
ALTER TABLE clients ADD COLUMN connected_at INTEGER;

-- Whether those of before ever got one was not written down: they keep their 90 days.
UPDATE clients SET connected_at = used_at WHERE kind = 'registered';

CREATE INDEX clients_never_connected ON clients (registered_at) WHERE connected_at IS NULL AND kind = 'registered';

-- How many applications have registered themselves on a day (UTC, YYYY-MM-DD), all callers together.
CREATE TABLE registrations (
  day TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
