-- What the scheduled jobs look for with every run: without these they would read all services, domains and invoices to find it.
CREATE INDEX IF NOT EXISTS services_by_due ON services (next_due_on) WHERE status = 'active';
CREATE INDEX IF NOT EXISTS domains_by_due ON domains (status, next_due_on) WHERE auto_renew = 1;
CREATE INDEX IF NOT EXISTS domains_by_expiry ON domains (status, expires_on);
CREATE INDEX IF NOT EXISTS invoices_pending ON invoices (due_on) WHERE status = 'payment_pending';
