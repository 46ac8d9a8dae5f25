-- The billing system that a connection's login and account are of. A connection without a row is of the one without a name, as are
-- all that the version before makes.
CREATE TABLE IF NOT EXISTS connection_installations (
  id TEXT PRIMARY KEY,
  installation TEXT NOT NULL
) STRICT, WITHOUT ROWID;
