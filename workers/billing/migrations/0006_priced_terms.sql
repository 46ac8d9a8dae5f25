-- The due date of the service when an order about it was priced. Where the service has another one since, the price no
-- longer holds and the order is not done.
ALTER TABLE orders ADD COLUMN priced_due_on TEXT CHECK (priced_due_on IS date(priced_due_on));
UPDATE orders SET priced_due_on = (SELECT next_due_on FROM services WHERE id = orders.service_id)
  WHERE status IN ('open', 'paid') AND service_id IS NOT NULL;

-- The terms of a service that are paid and not over: the running one, and one that was renewed before it began. Where
-- one is missing, it is the billing cycle before the next, at the recurring price.
CREATE TABLE paid_terms (
  service_id INTEGER NOT NULL REFERENCES services (id) ON DELETE CASCADE,
  starts_on  TEXT NOT NULL CHECK (starts_on IS date(starts_on)),
  ends_on    TEXT NOT NULL CHECK (ends_on IS date(ends_on) AND ends_on > starts_on),
  amount     INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (service_id, starts_on)
) STRICT, WITHOUT ROWID;
INSERT INTO paid_terms SELECT service_id, starts_on, ends_on, amount FROM service_terms;
DROP TABLE service_terms;
ALTER TABLE paid_terms RENAME TO service_terms;
