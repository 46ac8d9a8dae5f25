-- The due date of the service when an order about it was priced. Where the service has another one since, the price no
-- longer holds and the order is not done. An order without a row was made by a version that did not write it down.
CREATE TABLE IF NOT EXISTS order_due_dates (
  order_id INTEGER PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  due_on   TEXT CHECK (due_on IS date(due_on))
) STRICT;
INSERT OR IGNORE INTO order_due_dates
  SELECT o.id, s.next_due_on FROM orders o JOIN services s ON s.id = o.service_id WHERE o.status IN ('open', 'paid');

-- The terms of a service that are paid and not over: the running one, and one that was renewed before it began. Where
-- one is missing, it is the billing cycle before the next, at the recurring price.
CREATE TABLE IF NOT EXISTS paid_terms (
  service_id INTEGER NOT NULL REFERENCES services (id) ON DELETE CASCADE,
  starts_on  TEXT NOT NULL CHECK (starts_on IS date(starts_on)),
  ends_on    TEXT NOT NULL CHECK (ends_on IS date(ends_on) AND ends_on > starts_on),
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (service_id, starts_on)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO paid_terms SELECT service_id, starts_on, ends_on, amount FROM service_terms;
