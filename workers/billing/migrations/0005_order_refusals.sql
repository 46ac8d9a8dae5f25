-- Why the registrar did not do what was paid for, in its own words, and the day on which that was given back.
CREATE TABLE IF NOT EXISTS order_refusals (
  order_id   INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  reason     TEXT NOT NULL,
  refused_on TEXT NOT NULL CHECK (refused_on IS date(refused_on))
) STRICT;
