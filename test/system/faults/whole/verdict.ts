import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import type { WriteOperation } from "../../../../shared/billing-contract/writes.ts";
import { emailOf } from "../system/accounts.ts";
import type { StuckLine } from "../system/campaign-run.ts";
import type { History } from "../system/customer.ts";
import { AFTER_THE_WINDOW } from "../system/faults.ts";
import { answerFaults, isNotPlaced } from "../system/verdict.ts";
import { doneTo, type Ledger, type LedgerAction } from "./ledger.ts";

/** What was done outside the billing Worker, and said to the operator. */
export interface Evidence {
  ledger: Ledger;
  registry: Pick<SandboxRegistry, "changes">;
  mails: readonly { to: string; subject: string }[];
  stuck: readonly StuckLine[];
}

/** What is wrong with what was said of a key and stands in the database, in words; empty where nothing is. */
export function faultsOf(history: History, evidence: Evidence): string[] {
  const { plan, settled, told } = history;
  const { operation, target, otherTarget } = plan;
  const { ledger } = evidence;
  const own = doneTo(ledger, operation, target);
  const other = otherTarget === null ? { times: 0, orderIds: [] } : doneTo(ledger, operation, otherTarget);
  const times = own.times + other.times;
  const isLate = isFoundLate(history, evidence.stuck);
  const found = answerFaults(history, isLate);
  const check = (holds: boolean, fault: string) => {
    if (!holds) found.push(fault);
  };
  const placed = told.filter(({ status }) => status === 201);
  const notPlaced = told.filter(isNotPlaced);

  check(times <= 1, `one key, ${times} times`);
  // The billing system acted after its time, and the operator was told.
  check(notPlaced.length === 0 || times === 0 || isLate, "said not placed, and it is");
  check(settled?.status !== 201 || own.times === 1, `settled as done, and ${own.times} are there`);
  check(
    !settled || settled.status === 201 || settled.code === "idempotency_key_reused" || times === 0 || isLate,
    "settled as refused, and it is done",
  );
  check(settled?.code !== "idempotency_key_reused" || own.times === 0, "another's, and it is done too");
  const ids = [...own.orderIds, ...other.orderIds];
  for (const { text } of placed) {
    const { order_id: id } = JSON.parse(text) as { order_id?: number | null };
    check(!id || ids.includes(id), `an answer names order ${id}, there are ${ids}`);
  }
  if (settled?.status === 201) found.push(...consequences(history, evidence));
  return found;
}

/** What follows once it is done and, where the customer paid, paid. */
function consequences({ account, plan, isPaid, settled }: History, evidence: Evidence): string[] {
  const { ledger, registry, mails } = evidence;
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
  if (order)
    check(
      order.status === (isPaid ? "done" : order.invoice === null ? "done" : "open"),
      `its order is ${order.status}${isPaid ? ", and paid" : ""}`,
    );
  switch (operation) {
    case "orderDomain":
      check(changes("register") === (isPaid ? 1 : 0), `registered ${changes("register")} times`);
      check(domain?.status === (isPaid ? "active" : "pending"), `the domain is ${domain?.status}`);
      break;
    case "renewDomain":
      check(changes("renew") === (isPaid ? 1 : 0), `renewed ${changes("renew")} times`);
      break;
    case "orderPlan": {
      const id = (JSON.parse(settled?.text ?? "{}") as { service_id?: number }).service_id ?? 0;
      const status = ledger.services.get(id)?.status;
      check(status === (isPaid ? "active" : "pending"), `the service is ${status}`);
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

/** The operator's list has what waits for a person, and nothing that ended. */
export function misleading({ stuck: listed }: Ledger, stuck: readonly StuckLine[]): string[] {
  const nameOf = ({ account, operation }: Omit<StuckLine, "reason">) => `${account} ${operation}`;
  const waiting = new Set(stuck.filter(({ reason }) => reason === "found_late").map(nameOf));
  const names = new Set(listed.map(nameOf));
  return [
    ...[...waiting].flatMap((name) => (names.has(name) ? [] : [`${name} is stuck, and not listed`])),
    ...listed.flatMap((row) =>
      waiting.has(nameOf(row)) ? [] : [`${nameOf(row)} is listed (${row.reason}), and ended`],
    ),
  ];
}

/** Actions that nobody was told of: each has its key's target. */
export function unexplained(actions: readonly LedgerAction[], histories: readonly History[]): string[] {
  const known = new Map<string, number>();
  const nameOf = (account: number, operation: WriteOperation) => `${account} ${operation}`;
  for (const { account, plan } of histories) {
    const name = nameOf(account.accountId, plan.operation);
    known.set(name, (known.get(name) ?? 0) + 1);
  }
  const counts = Map.groupBy(
    actions.filter(({ state }) => state !== "refused"),
    ({ account, operation }) => nameOf(account, operation),
  );
  return [...counts].flatMap(([name, rows]) =>
    rows.length > (known.get(name) ?? 0) ? [`${rows.length} actions of ${name}`] : [],
  );
}

/** The billing system acted after the delivery window, and that was found out and logged. */
export function isFoundLate({ account, plan }: History, stuck: readonly StuckLine[]): boolean {
  return (
    plan.actionFaults.includes(AFTER_THE_WINDOW) &&
    stuck.some(
      (line) => line.reason === "found_late" && line.account === account.accountId && line.operation === plan.operation,
    )
  );
}
