-- The name of this database: connections belong to the one that they were made with. One that has customers already keeps the empty
-- name that its connections know it by.
CREATE TABLE IF NOT EXISTS installation (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  id       TEXT NOT NULL
) STRICT;

INSERT INTO installation (only_row, id)
SELECT 1, CASE WHEN EXISTS (SELECT 1 FROM accounts) THEN '' ELSE lower(hex(randomblob(8))) END
WHERE NOT EXISTS (SELECT 1 FROM installation);
