-- The jurisdiction that this installation was made in, and when. The deployment that makes the database writes it, and compares it
-- before each later one; no row: the platform chose.
CREATE TABLE IF NOT EXISTS installation_jurisdiction (
  only_row     INTEGER PRIMARY KEY CHECK (only_row = 1),
  jurisdiction TEXT NOT NULL,
  made_at      TEXT NOT NULL
) STRICT;
