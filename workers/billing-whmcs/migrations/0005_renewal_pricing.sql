-- What an ordered renewal costs, as the invoice of one has shown whose two prices differ: the price list's price, or the name's own
-- recurring amount. Without a row it is taken to be the price list's.
CREATE TABLE IF NOT EXISTS renewal_pricing (
  only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
  priced_by TEXT NOT NULL CHECK (priced_by IN ('list', 'own')),
  seen_at   TEXT NOT NULL
) STRICT;
