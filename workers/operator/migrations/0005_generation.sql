-- How far this database has counted, which the object StoreWitness knows besides: one that was put back has counted less.
CREATE TABLE IF NOT EXISTS store_generation (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- When the operator last accepted that it had gone back, epoch milliseconds like every instant here; 0: never.
  accepted INTEGER NOT NULL,
  counter  INTEGER NOT NULL
) STRICT;

INSERT INTO store_generation (only_row, accepted, counter)
SELECT 1, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM store_generation);

-- This database, where it has gone back, until the operator accepts it.
CREATE TABLE IF NOT EXISTS held_stores (
  store TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
