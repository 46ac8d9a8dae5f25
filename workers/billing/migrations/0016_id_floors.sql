-- Ids up to this one are not given: the database was restored, and may have given them in what it has lost.
CREATE TABLE IF NOT EXISTS id_floors (
  table_name TEXT PRIMARY KEY,
  floor      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
