import { SECRETS } from "../../../../dev/whmcs/actions/clients.ts";
import { type CampaignAccount, emailOf } from "../../faults/system/accounts.ts";
import type { History } from "../../faults/system/customer.ts";
import { AFTER_THE_WINDOW } from "../../faults/system/faults.ts";
import { nameOf } from "../../faults/system/scenario.ts";
import { answerFaults, isNotPlaced } from "../../faults/system/verdict.ts";
import type { CallTarget } from "./calls.ts";
import type { Evidence, InstalledOrder } from "./evidence.ts";
import { isAfterWindow, isTwice } from "./faults.ts";

type Checked = Pick<CallTarget, "operation" | "target">;

/** What is wrong with what was said of a key, and with what stands in the installation, in words; empty where nothing is. */
export function faultsOf(history: History, evidence: Evidence): string[] {
  const { account, plan, settled, told } = history;
  const { operation, target, otherTarget } = plan;
  const waits = awaitsOperator(history, evidence);
  const found = answerFaults(history, waits);
  const check = (holds: boolean, fault: string) => {
    if (!holds) found.push(fault);
  };
  const own = ordersOf(evidence, { operation, target });
  const other = otherTarget === null ? [] : ordersOf(evidence, { operation, target: otherTarget });
  const all = [...own, ...other];
  const { twice, late, sent } = sendsOf(history, evidence);

  if (operation !== "transferDomainOut") {
    const references = [target, otherTarget].flatMap((one) =>
      one === null ? [] : evidence.referencesOf(nameOf(operation, one)),
    ).length;
    check(sent <= references, `sent ${sent} times under ${references} references`);
  }
  check(all.length <= 1 + twice, `one key, ${all.length} orders`);
  const standing = all.filter((order) => isStanding(order, evidence));
  const isRequested = operation === "cancelService" && evidence.cancellations.some(({ service }) => service === target);
  check(!told.some(isNotPlaced) || (standing.length === 0 && !isRequested) || waits, "said not placed, and it is");
  if (settled?.status === 201) found.push(...doneFaults(history, evidence, own));
  else if (settled?.code === "idempotency_key_reused") check(own.length === 0, "another's, and it is done too");
  else if (settled) check(standing.length === 0 || waits, "settled as refused, and it stands");
  if (!settled && waits) found.push(...unexplainedWait(history, evidence, { twice, late }));
  found.push(...auditFaults(history, evidence));
  for (const { text } of told)
    check(!mentionsCode(text), `a transfer code was answered to account ${account.accountId}`);
  return found;
}

/** The operator's list has the key. */
function awaitsOperator({ account, plan }: History, { listed }: Evidence): boolean {
  return listed.some((row) => row.account === account.accountId && row.operation === plan.operation);
}

/** The billing system acted after the delivery window, and that was found out and logged. */
export function isFoundLate({ account, plan }: History, { stuck }: Pick<Evidence, "stuck">): boolean {
  return stuck.some(
    (line) => line.reason === "found_late" && line.account === account.accountId && line.operation === plan.operation,
  );
}

function ordersOf({ orders }: Evidence, { operation, target }: Checked): InstalledOrder[] {
  return orders.filter((order) => order.operation === operation && order.target === target);
}

function sendsOf({ plan }: History, { sent }: Evidence) {
  const calls = sent.filter(
    (call) => call.operation === plan.operation && (call.target === plan.target || call.target === plan.otherTarget),
  );
  return {
    // One that was refused leaves no trace under its reference: a second copy of it is sent, too.
    sent: calls.filter(({ isRefused }) => !isRefused).length,
    twice: calls.filter(({ fault }) => fault !== null && isTwice(fault)).length,
    late:
      plan.actionFaults.includes(AFTER_THE_WINDOW) || calls.some(({ fault }) => fault !== null && isAfterWindow(fault)),
  };
}

/** It is there, and nothing told the operator to take it away. */
function isStanding({ id, isCancelled }: InstalledOrder, { reported }: Evidence): boolean {
  return !isCancelled && !reported.has(id);
}

/** What is wrong with what was called done. */
function doneFaults({ account, plan, settled }: History, evidence: Evidence, own: InstalledOrder[]): string[] {
  const { operation, target, when } = plan;
  switch (operation) {
    case "cancelService": {
      const requests = evidence.cancellations.filter(({ service }) => service === target).map((one) => one.when);
      return requests.includes(when) ? [] : [`done, and the requests to cancel are [${requests}]`];
    }
    case "transferDomainOut": {
      const name = String(target);
      const isMailed = evidence.transferMails.some(
        ({ to, text }) => to === emailOf(account) && text.includes(name) && mentionsCode(text),
      );
      return isMailed || evidence.mailedByRegistrar.has(name) ? [] : ["done, and no transfer code was mailed"];
    }
    case "orderDomain":
    case "orderPlan":
    case "renewDomain":
    case "changePlan": {
      const answer = JSON.parse(settled?.text ?? "{}") as {
        order_id?: number;
        invoice?: { subtotal: number } | null;
      };
      const order = own.find(({ id }) => id === answer.order_id);
      if (!order) return [`done as order ${answer.order_id}, and there are ${own.map(({ id }) => id)}`];
      const row = evidence.rows.find(({ orderId }) => orderId === order.id);
      if (row?.state !== "done") return [`done, and order ${order.id} is ${row?.state}`];
      const told = answer.invoice ? Math.round(answer.invoice.subtotal * 100) : null;
      return [
        ...(order.isCancelled ? [`done, and order ${order.id} is cancelled`] : []),
        ...(told === order.subtotal ? [] : [`the answer says ${told}, and the invoice ${order.subtotal}`]),
      ];
    }
  }
}

/** What cannot be the reason that a key waits for a person. */
function unexplainedWait(
  { account, plan }: History,
  evidence: Evidence,
  { twice, late }: { twice: number; late: boolean },
): string[] {
  const rows = evidence.listed.filter((row) => row.account === account.accountId && row.operation === plan.operation);
  const orders = [plan.target, plan.otherTarget].flatMap((target) =>
    target === null ? [] : ordersOf(evidence, { operation: plan.operation, target }),
  );
  return rows.flatMap(({ reason }) => {
    switch (reason) {
      case "ambiguous":
        return twice > 0 ? [] : ["ambiguous, and nothing is there twice"];
      case "found_late":
        return late || twice > 0 ? [] : ["found late, and nothing came late"];
      case null:
        return orders.some(({ id }) => evidence.reported.has(id)) ? [] : ["under way for ever, and no order is named"];
      default:
        return [`still ${reason}, though everything answers`];
    }
  });
}

/** The account's log tells of what was done, once beside the answers that repeated it, and nothing of a settled key is open in it. */
function auditFaults({ account, plan, settled, told, unheard }: History, evidence: Evidence): string[] {
  const entries = evidence.audits.get(account.accountId)?.filter(({ operation }) => operation === plan.operation) ?? [];
  const repeats = new Set(told.filter(({ isReplayed }) => isReplayed).map(({ requestId }) => requestId));
  const succeeded = entries.filter(({ outcome, request_id }) => outcome === "succeeded" && !repeats.has(request_id));
  const isDone = told.some(({ status }) => status === 201);
  // Another body's outcome need not have been heard.
  const isUnknown = settled?.code === "idempotency_key_reused" || !settled;
  const [least, most] = [isDone ? 1 : 0, isDone || isUnknown ? 1 + unheard : 0];
  const isRight = succeeded.length >= least && succeeded.length <= most;
  const isOpen = entries.some(({ outcome }) => outcome === "in_progress");
  return [
    ...(isRight ? [] : [`the log tells of ${succeeded.length}, where ${least} to ${most} were done`]),
    ...(!isUnknown && isOpen ? ["an entry of the log never ended"] : []),
  ];
}

/** Every code begins with it. */
function mentionsCode(text: string): boolean {
  return text.includes(SECRETS.authCode);
}

/** What is wrong with the installation's orders and the operator's lists as a whole, in words. */
export function wholeFaults(histories: readonly History[], evidence: Evidence): string[] {
  return [
    ...unnamedOrders(evidence),
    ...wrongPrices(evidence),
    ...namedTwice(histories),
    ...strayCodes(
      histories.map(({ account }) => account),
      evidence,
    ),
  ];
}

/** Orders that stand, and that neither a reference of the addon has nor the operator's list names. */
function unnamedOrders({ orders, referenced, listed }: Evidence): string[] {
  return orders.flatMap(({ id, account, operation, isCancelled }) => {
    const isListed = listed.some((row) => row.account === account && row.operation === operation);
    if (isCancelled || referenced.has(id) || isListed) return [];
    return [`order ${id} of account ${account} (${operation}) has no reference, and is not named`];
  });
}

/** Orders at another price than was judged that stand, and that nobody was told of. */
function wrongPrices({ orders, rows, reported }: Evidence): string[] {
  const prices = new Map(rows.map(({ orderId, price }) => [orderId, price]));
  return orders.flatMap(({ id, subtotal, isCancelled }) => {
    const price = prices.get(id);
    if (price === undefined || price === (subtotal ?? 0) || isCancelled || reported.has(id)) return [];
    return [`order ${id} costs ${subtotal}, was judged to cost ${price}, and stands unnamed`];
  });
}

/** Orders that two keys were answered with. */
function namedTwice(histories: readonly History[]): string[] {
  const ids = histories.flatMap(({ settled }) => orderIdIn(settled?.text) ?? []);
  return ids.flatMap((id, index) => (ids.indexOf(id) === index ? [] : [`order ${id} is done under two keys`]));
}

function orderIdIn(text: string | undefined): number | null {
  return (JSON.parse(text ?? "{}") as { order_id?: number | null }).order_id ?? null;
}

/** Rows of the operator's list whose key has ended: one is left for days where a kill meets its removal. */
export function outlived(histories: readonly History[], { listed, stuck }: Evidence): string[] {
  return listed.flatMap(({ account, operation, reason }) => {
    const history = histories.find(
      ({ account: { accountId }, plan }) => accountId === account && plan.operation === operation,
    );
    const isEnded = history?.settled && !isFoundLate(history, { stuck });
    return history && !isEnded ? [] : [`${account} ${operation} is listed (${reason}), and ended`];
  });
}

/** Mails with a transfer code to anybody but the owner of the name. */
function strayCodes(accounts: readonly CampaignAccount[], { mails, transferMails }: Evidence): string[] {
  return [...mails, ...transferMails].flatMap(({ to, text, subject }) => {
    if (!mentionsCode(text)) return [];
    const owner = accounts.find(({ leaving }) => leaving.some((name) => text.includes(name)));
    return owner && emailOf(owner) === to ? [] : [`"${subject}" has a transfer code, and went to ${to}`];
  });
}
