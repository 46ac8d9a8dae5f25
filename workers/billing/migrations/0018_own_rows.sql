-- What is asked about one account, domain or login, without the rows of others and of what is over.
CREATE INDEX IF NOT EXISTS orders_open_of_account ON orders (account_id) WHERE status IN ('open', 'paid');
CREATE INDEX IF NOT EXISTS orders_of_domain ON orders (domain_id) WHERE domain_id IS NOT NULL;
-- The other invoices of an account are in `invoices_issued`.
CREATE INDEX IF NOT EXISTS invoices_in_draft ON invoices (account_id) WHERE status = 'draft';
CREATE INDEX IF NOT EXISTS actions_of_login ON actions (login_id);
