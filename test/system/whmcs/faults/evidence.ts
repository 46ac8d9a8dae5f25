import type { UnloggedMail } from "../../../../dev/whmcs/addon/addon-answers.ts";
import type { WhmcsOrder, WhmcsOrderLine } from "../../../../dev/whmcs/order-tables.ts";
import type { WhmcsSimulator } from "../../../../dev/whmcs/whmcs-simulator.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { FIRST_ACCOUNT } from "../../faults/harness/accounts.ts";
import type { StuckLine } from "../../faults/harness/campaign.ts";
import type { AuditEntry } from "../../faults/harness/customer.ts";
import type { ReportedMail } from "../../faults/harness/faults.ts";
import type { KillableSystem } from "../../faults/harness/killable-system.ts";
import type { CallTarget } from "./calls.ts";
import type { FailingInstallation, SentCall } from "./failing-installation.ts";

/** An order in the WHMCS installation. */
export interface InstalledOrder extends CallTarget {
  id: number;
  account: number;
  isCancelled: boolean;
  /** The invoice amount before taxes, in cents; `null` without an invoice. */
  subtotal: number | null;
  /** Whether the customer paid the invoice before the addon compared it. */
  isPaidAtOnce: boolean;
}

/** The parts of a row in the WHMCS Worker's table of actions that the verdict reads. */
export interface WriteRow {
  account: number;
  reference: string;
  operation: WriteOperation;
  target: string;
  state: string;
  orderId: number | null;
  /** The price before taxes that the Worker expected; `null` if the action is not an order. */
  price: number | null;
}

/** The records from which the truth of a campaign is computed. */
export interface Evidence {
  /** The calls that the installation received and that execute an action. */
  sent: readonly SentCall[];
  /** Returns the references that the account Worker used for an action, by the name of the action. */
  referencesOf(name: string): string[];
  /** The orders of the campaign accounts. */
  orders: readonly InstalledOrder[];
  cancellations: readonly { service: number; when: "end_of_period" | "immediately" }[];
  /** The domains for which the registrar sent the auth code by e-mail. */
  mailedByRegistrar: ReadonlySet<string>;
  /** The e-mails with an auth code that the installation sent. */
  transferMails: readonly UnloggedMail[];
  mails: readonly ReportedMail[];
  rows: readonly WriteRow[];
  /** The rows of the operator's list of stuck actions. */
  listed: readonly StuckLine[];
  stuck: readonly StuckLine[];
  /** The ids of orders for which the addon has a reference. */
  referenced: ReadonlySet<number>;
  /** The ids of orders with a reported problem about the price or invoice. */
  reported: ReadonlySet<number>;
  /** The audit log entries of each account, by account id. */
  audits: ReadonlyMap<number, readonly AuditEntry[]>;
}

/** The evidence from the installation and the databases. */
type StoredEvidence = Pick<
  Evidence,
  "sent" | "orders" | "cancellations" | "mailedByRegistrar" | "transferMails" | "referenced" | "rows" | "listed"
>;

export async function readEvidence(
  system: KillableSystem,
  simulator: WhmcsSimulator,
  { sent, paidAtOnce }: FailingInstallation,
): Promise<StoredEvidence> {
  const { state, installation } = simulator;
  const rows = await system.query(
    "whmcs",
    `SELECT account_id, reference, operation, target, state, order_id, json_extract(request, '$.price.amount')
     FROM actions`,
  );
  const listed = await system.query("account", "SELECT account_id, operation, reason FROM stuck_actions");
  return {
    sent,
    orders: state.orders.flatMap((order) => installedOrder(simulator, order, paidAtOnce) ?? []),
    cancellations: state.cancellations.map(({ serviceId, type }) => ({
      service: serviceId,
      when: type === "Immediate" ? "immediately" : "end_of_period",
    })),
    mailedByRegistrar: new Set(installation.registrar.mailedCodes),
    transferMails: [...simulator.addon.delivered],
    referenced: new Set(state.addonActions.flatMap(({ order }) => order ?? [])),
    rows: rows.map(
      ([account, reference, operation, target, rowState, orderId, price]) =>
        ({ account, reference, operation, target, state: rowState, orderId, price }) as WriteRow,
    ),
    listed: listed.map(([account, operation, reason]) => ({ account, operation, reason }) as StuckLine),
  };
}

function installedOrder(
  { state }: WhmcsSimulator,
  order: WhmcsOrder,
  paidAtOnce: ReadonlySet<number>,
): InstalledOrder | null {
  const [line] = order.lines;
  const about = line && order.clientId >= FIRST_ACCOUNT ? aboutLine(state, line) : null;
  if (!about) return null;
  const invoice = state.invoices.find(({ id }) => id === order.invoiceId);
  return {
    ...{ ...about, id: order.id, account: order.clientId, isCancelled: order.status === "Cancelled" },
    ...{ subtotal: invoice?.subtotal ?? null, isPaidAtOnce: invoice !== undefined && paidAtOnce.has(invoice.id) },
  };
}

function aboutLine({ domains, services, upgrades }: WhmcsSimulator["state"], line: WhmcsOrderLine): CallTarget | null {
  switch (line.kind) {
    case "domain":
    case "renewal": {
      const name = domains.find(({ id }) => id === line.domainId)?.name;
      const operation = line.kind === "domain" ? "orderDomain" : "renewDomain";
      return name === undefined ? null : { operation, target: name };
    }
    case "product": {
      const site = services.find(({ id }) => id === line.serviceId)?.domain;
      return site === undefined ? null : { operation: "orderPlan", target: site };
    }
    case "upgrade": {
      const service = upgrades.find(({ id }) => id === line.upgradeId)?.serviceId;
      return service === undefined ? null : { operation: "changePlan", target: service };
    }
  }
}
