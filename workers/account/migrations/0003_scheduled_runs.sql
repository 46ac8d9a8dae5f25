-- The last run of each piece of scheduled work: what the status tells, and calls catch up on.
CREATE TABLE IF NOT EXISTS scheduled_runs (
  work TEXT PRIMARY KEY,
  -- Epoch milliseconds, like every instant here. Of work that never ran: when it was first missed.
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  succeeded_at INTEGER,
  outcome TEXT NOT NULL CHECK (outcome IN ('awaited', 'running', 'succeeded', 'failed')),
  -- What the last run did, such as rows cleared; null where it does not count.
  count INTEGER
) STRICT, WITHOUT ROWID;
