import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { FIRST_ACCOUNT } from "../harness/accounts.ts";
import type { StuckLine } from "../harness/campaign.ts";
import type { KillableSystem } from "../harness/killable-system.ts";

export interface LedgerOrder {
  id: number;
  account: number;
  kind: "register" | "transfer" | "renew_domain" | "plan" | "renew_service" | "plan_change";
  status: "open" | "paid" | "done" | "failed" | "cancelled";
  name: string | null;
  service: number | null;
  site: string | null;
  invoice: number | null;
  invoiceStatus: string | null;
}

export interface LedgerAction {
  account: number;
  reference: string;
  operation: WriteOperation;
  state: "under_way" | "done" | "refused";
  /** The id of the order that the action placed; `null` for other actions and before the result. */
  orderId: number | null;
  /** The domain of a transfer; `null` for other operations. */
  domain: string | null;
}

export interface LedgerService {
  id: number;
  status: string;
  plan: string | null;
  cancellation: "end_of_period" | "immediately" | null;
}

export interface LedgerDomain {
  name: string;
  status: string;
  expiresOn: string | null;
}

/** The rows of the billing Worker's database, and the stuck actions from the account Worker's database. */
export interface Ledger {
  orders: LedgerOrder[];
  actions: LedgerAction[];
  services: Map<number, LedgerService>;
  domains: LedgerDomain[];
  /** The rows of the operator's list of stuck actions. */
  stuck: StuckLine[];
  /** The violations that the checks on the whole database found, as sentences. */
  faults: string[];
}

export async function readLedger(system: KillableSystem): Promise<Ledger> {
  const rows = async <Row>(columns: (keyof Row & string)[], sql: string): Promise<Row[]> =>
    (await system.query("billing", sql)).map(
      (values) => Object.fromEntries(columns.map((column, index) => [column, values[index]])) as Row,
    );
  const orders = await rows<LedgerOrder>(
    ["id", "account", "kind", "status", "name", "service", "site", "invoice", "invoiceStatus"],
    `SELECT o.id, o.account_id, o.kind, o.status, d.name, o.service_id, s.domain, o.invoice_id, i.status
     FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
       LEFT JOIN invoices i ON i.id = o.invoice_id
     WHERE o.account_id >= ${FIRST_ACCOUNT}`,
  );
  const actions = await rows<LedgerAction>(
    ["account", "reference", "operation", "state", "orderId", "domain"],
    `SELECT account_id, reference, operation, state, json_extract(answer, '$.orderId'), json_extract(answer, '$.domain')
     FROM actions WHERE account_id >= ${FIRST_ACCOUNT}`,
  );
  const services = await rows<LedgerService>(
    ["id", "status", "plan", "cancellation"],
    `SELECT s.id, s.status, s.plan_id, c.timing FROM services s LEFT JOIN cancellations c ON c.service_id = s.id
     WHERE s.account_id >= ${FIRST_ACCOUNT}`,
  );
  const domains = await rows<LedgerDomain>(
    ["name", "status", "expiresOn"],
    `SELECT name, status, expires_on FROM domains WHERE account_id >= ${FIRST_ACCOUNT}`,
  );
  const listed = await system.query("account", "SELECT account_id, operation, reason FROM stuck_actions");
  const stuck = listed.map(([account, operation, reason]) => ({ account, operation, reason }) as StuckLine);
  const faults = await Promise.all(
    CHECKS.map(async ([fault, sql]) => {
      const found = await system.query("billing", sql);
      return found.length > 0 ? [`${fault}: ${JSON.stringify(found.slice(0, 5))}`] : [];
    }),
  );
  const byId = new Map(services.map((one) => [one.id, one]));
  return { orders, actions, services: byId, domains, stuck, faults: faults.flat() };
}

/**
 * Statements that copy every notice to another table. The engine deletes a notice ten minutes after it sends the
 * e-mail.
 */
export const KEPT_NOTICES = [
  "CREATE TABLE kept_notices (account_id INTEGER NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL)",
  `CREATE TRIGGER keep_notices AFTER INSERT ON notices BEGIN
     INSERT INTO kept_notices VALUES (NEW.account_id, NEW.kind, NEW.content);
   END`,
];

/** Queries for rows that must not exist, each with a description of the violation. */
const CHECKS: [fault: string, sql: string][] = [
  ["a row refers to what is not there", "PRAGMA foreign_key_check"],
  [
    "an invoice without its order",
    `SELECT i.id FROM invoices i WHERE i.account_id >= ${FIRST_ACCOUNT}
       AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.invoice_id = i.id)`,
  ],
  [
    "an order that no action placed",
    `SELECT o.id, o.kind FROM orders o WHERE o.account_id >= ${FIRST_ACCOUNT} AND NOT EXISTS
       (SELECT 1 FROM actions a WHERE a.account_id = o.account_id AND json_extract(a.answer, '$.orderId') = o.id)`,
  ],
  [
    "the lines of an invoice are not its subtotal",
    `SELECT i.id FROM invoices i WHERE i.account_id >= ${FIRST_ACCOUNT} AND i.subtotal <>
       (SELECT coalesce(sum(value ->> 'amount'), 0) FROM json_each(i.lines))`,
  ],
  [
    "paid is not what was due",
    `SELECT i.id FROM invoices i WHERE i.account_id >= ${FIRST_ACCOUNT} AND i.status = 'paid' AND i.credit_applied +
       (SELECT coalesce(sum(amount), 0) FROM invoice_payments WHERE invoice_id = i.id AND refunded_on IS NULL) <>
       i.total`,
  ],
  [
    "paid for what is not to be paid",
    `SELECT i.id, i.status FROM invoices i JOIN invoice_payments p ON p.invoice_id = i.id
     WHERE i.account_id >= ${FIRST_ACCOUNT} AND i.status NOT IN ('paid', 'refunded')`,
  ],
  [
    "an invoice and its order do not agree",
    `SELECT i.id, i.status, o.status FROM invoices i JOIN orders o ON o.invoice_id = i.id
     WHERE i.account_id >= ${FIRST_ACCOUNT} AND (o.status = 'open') <> (i.status IN ('unpaid', 'payment_pending'))
       AND i.status NOT IN ('refunded', 'cancelled')`,
  ],
  [
    "an order without its mail",
    `SELECT o.id FROM orders o WHERE o.account_id >= ${FIRST_ACCOUNT} AND o.invoice_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM kept_notices n WHERE n.account_id = o.account_id
         AND n.kind = 'orderPlaced' AND json_extract(n.content, '$.orderId') = o.id)`,
  ],
  [
    "two mails of one order",
    `SELECT json_extract(content, '$.orderId') FROM kept_notices WHERE account_id >= ${FIRST_ACCOUNT} AND kind = 'orderPlaced'
     GROUP BY 1 HAVING count(*) > 1`,
  ],
  [
    "a cancellation without its mail, or with two",
    `SELECT s.account_id FROM cancellations c JOIN services s ON s.id = c.service_id
     WHERE s.account_id >= ${FIRST_ACCOUNT} GROUP BY 1 HAVING count(*) <>
       (SELECT count(*) FROM kept_notices n WHERE n.account_id = s.account_id AND n.kind = 'serviceCancelled')`,
  ],
];

/** Returns how often an operation acted on a target, and the ids of the orders that prove it. */
export function doneTo(
  { orders, actions, services }: Ledger,
  operation: WriteOperation,
  target: string | number,
): { times: number; orderIds: number[] } {
  const of = (isIt: (order: LedgerOrder) => boolean) => {
    const orderIds = orders.filter(isIt).map(({ id }) => id);
    return { times: orderIds.length, orderIds };
  };
  switch (operation) {
    case "orderDomain":
      return of(({ kind, name }) => kind === "register" && name === target);
    case "orderPlan":
      return of(({ kind, site }) => kind === "plan" && site === target);
    case "renewDomain":
      return of(({ kind, name }) => kind === "renew_domain" && name === target);
    case "changePlan":
      return of(({ kind, service }) => kind === "plan_change" && service === target);
    case "cancelService":
      return { times: services.get(Number(target))?.cancellation ? 1 : 0, orderIds: [] };
    case "transferDomainOut": {
      const transfers = actions.filter((one) => one.operation === operation && one.domain === target);
      return { times: transfers.filter(({ state }) => state === "done").length, orderIds: [] };
    }
  }
}
