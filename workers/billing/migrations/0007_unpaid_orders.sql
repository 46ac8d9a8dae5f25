-- An order that is not paid holds no name: of all accounts one has it, and every account has it on order at most once.
CREATE UNIQUE INDEX IF NOT EXISTS domains_held ON domains (name)
  WHERE status NOT IN ('pending', 'expired', 'transferred_away', 'cancelled', 'fraud');
CREATE UNIQUE INDEX IF NOT EXISTS domains_once_per_account ON domains (name, account_id)
  WHERE status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud');
-- contracts: 0.1.0
DROP INDEX IF EXISTS domains_once;

-- Which account has a site of that name.
CREATE INDEX IF NOT EXISTS services_of_site ON services (domain) WHERE status IN ('active', 'suspended');
