-- Erasures that were done and left something on purpose, since its person is still a customer: the note says what.
CREATE TABLE IF NOT EXISTS erasures_in_part (
  -- The id of an erasure.
  erasure TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
