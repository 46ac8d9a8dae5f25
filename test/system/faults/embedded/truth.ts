import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { emailOf } from "../harness/accounts.ts";
import type { StuckLine } from "../harness/campaign.ts";
import type { History } from "../harness/customer.ts";
import { AFTER_THE_WINDOW } from "../harness/faults.ts";
import type { Truth } from "../harness/plug.ts";
import { doneTo, type Ledger, type LedgerAction, type LedgerOrder } from "./ledger.ts";

/** The records from which the truth of a campaign is computed. */
export interface Evidence {
  ledger: Ledger;
  registry: Pick<SandboxRegistry, "changes">;
  mails: readonly { to: string; subject: string }[];
  stuck: readonly StuckLine[];
  /** The payment violations, as sentences. */
  money: readonly string[];
  /** The ids of invoices with a refunded payment, even if the refund failed later. */
  refunded: ReadonlySet<number>;
  /** The ids of invoices with a payment that became account credit. */
  inVain: ReadonlySet<number>;
  /** The number of kills. Each kill can leave one outdated row in the operator's list. */
  kills: number;
}

/** Returns the truth of a campaign, computed from the databases, the registrar and the e-mails. */
export function truthOf(evidence: Evidence): Truth {
  const { ledger, stuck } = evidence;
  const isFoundLate = (history: History) => isLate(history, stuck);
  return {
    made({ operation, target, otherTarget }) {
      const own = doneTo(ledger, operation, target);
      const other = otherTarget === null ? { times: 0, orderIds: [] } : doneTo(ledger, operation, otherTarget);
      const times = own.times + other.times;
      const orderIds = [...own.orderIds, ...other.orderIds];
      return { times, own: own.times, standing: times, orderIds, doubled: 0 };
    },
    isListed: isFoundLate,
    isFoundLate,
    personsReason: () => null,
    faultsOf: (history) => (history.settled?.status === 201 ? consequences(history, evidence) : []),
    wholeFaults: (histories) => ({
      "the database": [...ledger.faults, ...misleading(ledger, evidence), ...unexplained(ledger.actions, histories)],
      money: [...evidence.money],
    }),
  };
}

/** Checks that a completed action and its payment had the right effects. Returns the violations. */
function consequences({ account, plan, isPaid, settled }: History, evidence: Evidence): string[] {
  const { ledger, registry, mails, refunded, inVain } = evidence;
  const { operation, target } = plan;
  const found: string[] = [];
  const check = (holds: boolean, fault: string) => {
    if (!holds) found.push(fault);
  };
  const changes = (kind: "register" | "renew") =>
    registry.changes(String(target)).filter((change) => change.kind === kind).length;
  const domain = ledger.domains.find(({ name }) => name === target);
  const service = typeof target === "number" ? ledger.services.get(target) : undefined;
  const order = ledger.orders.find(({ id }) => doneTo(ledger, operation, target).orderIds.includes(id));
  const isDone = order?.status === "done";
  if (order) {
    // The order fails if the registrar refuses it or if the payment was refunded first.
    const mayFail = isRefusable(operation) || refunded.has(order.invoice ?? 0);
    const paid = ["done", ...(mayFail ? ["failed"] : []), ...(inVain.has(order.invoice ?? 0) ? ["open"] : [])];
    const expected = isPaid || order.invoice === null ? paid : ["open"];
    check(expected.includes(order.status), `its order is ${order.status}${isPaid ? ", and paid" : ""}`);
  }
  switch (operation) {
    case "orderDomain":
      check(
        changes("register") === (isDone ? 1 : 0),
        `registered ${changes("register")} times, its order is ${order?.status}`,
      );
      check(domain?.status === STANDING[order?.status ?? "open"], `the domain is ${domain?.status}`);
      break;
    case "renewDomain":
      check(changes("renew") === (isDone ? 1 : 0), `renewed ${changes("renew")} times, its order is ${order?.status}`);
      break;
    case "orderPlan": {
      const id = (JSON.parse(settled?.text ?? "{}") as { service_id?: number }).service_id ?? 0;
      const status = ledger.services.get(id)?.status;
      check(status === STANDING[order?.status ?? "open"], `the service is ${status}`);
      break;
    }
    case "changePlan":
      check(service?.plan === (order?.status === "done" ? plan.plan : "web-plus"), `the plan is ${service?.plan}`);
      break;
    case "cancelService":
      check(service?.cancellation === plan.when, `the cancellation is ${service?.cancellation}`);
      check(
        service?.status === (plan.when === "immediately" ? "cancelled" : "active"),
        `the service is ${service?.status}`,
      );
      break;
    case "transferDomainOut":
      check(
        mails.some(({ to, subject }) => to === emailOf(account) && subject.includes(String(target))),
        "no mail with the transfer code",
      );
      break;
  }
  return found;
}

/** The required status of a new domain or service, by the status of its order. */
const STANDING: Record<LedgerOrder["status"], string> = {
  ...{ open: "pending", paid: "pending", done: "active", failed: "cancelled", cancelled: "cancelled" },
};

/** Returns whether the registrar can refuse the operation. */
function isRefusable(operation: WriteOperation): boolean {
  return operation === "orderDomain" || operation === "renewDomain";
}

/**
 * Checks that the operator's list contains every action that needs a person. The list may contain one ended action for
 * each kill.
 */
function misleading({ stuck: listed }: Ledger, { stuck, kills }: Evidence): string[] {
  const waiting = new Set(stuck.filter(({ reason }) => reason === "found_late").map(nameOf));
  const names = new Set(listed.map(nameOf));
  const outlived = listed.flatMap((row) =>
    waiting.has(nameOf(row)) ? [] : [`${nameOf(row)} is listed (${row.reason}), and ended`],
  );
  return [
    ...[...waiting].flatMap((name) => (names.has(name) ? [] : [`${name} is stuck, and not listed`])),
    ...(outlived.length > kills ? outlived : []),
  ];
}

/** Returns the accounts and operations that have more actions than idempotency keys. */
function unexplained(actions: readonly LedgerAction[], histories: readonly History[]): string[] {
  const known = histories.map(({ account, plan }) => nameOf({ account: account.accountId, operation: plan.operation }));
  const counts = Map.groupBy(
    actions.filter(({ state }) => state !== "refused"),
    nameOf,
  );
  return [...counts].flatMap(([name, rows]) =>
    rows.length > known.filter((one) => one === name).length ? [`${rows.length} actions of ${name}`] : [],
  );
}

function nameOf({ account, operation }: { account: number; operation: string }): string {
  return `${account} ${operation}`;
}

/** Returns whether the billing system acted after the delivery window and the account Worker reported the action. */
function isLate({ account, plan }: History, stuck: readonly StuckLine[]): boolean {
  return (
    plan.actionFaults.includes(AFTER_THE_WINDOW) &&
    stuck.some(
      (line) => line.reason === "found_late" && line.account === account.accountId && line.operation === plan.operation,
    )
  );
}
