-- How an order that was never paid ended. lapsed: it was not paid in time; withdrawn: what it was for changed or ended before. An order
-- that was cancelled without a row ended under a version that did not write it down.
CREATE TABLE IF NOT EXISTS order_ends (
  order_id INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  reason   TEXT NOT NULL CHECK (reason IN ('lapsed', 'withdrawn'))
) STRICT;
