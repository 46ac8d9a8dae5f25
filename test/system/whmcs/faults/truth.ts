import { SECRETS } from "../../../../dev/whmcs/secrets.ts";
import { type CampaignAccount, emailOf } from "../../faults/harness/accounts.ts";
import type { History } from "../../faults/harness/customer.ts";
import { AFTER_THE_WINDOW, actionName } from "../../faults/harness/faults.ts";
import type { Made, Truth } from "../../faults/harness/plug.ts";
import type { KeyPlan } from "../../faults/harness/scenario.ts";
import { auditFaults } from "../../faults/harness/verdict.ts";
import type { Evidence, InstalledOrder } from "./evidence.ts";
import { type Interference, isAfterWindow, isTwice } from "./faults.ts";

/**
 * Returns the truth of a campaign, computed from the installation and the databases.
 * @param kills the number of kills; each can leave one outdated row in the operator's list
 */
export function truthOf(evidence: Evidence, kills: number): Truth {
  return {
    made: (plan) => made(plan, evidence),
    isListed: ({ account, plan }) => rowsOf(account, plan, evidence).length > 0,
    isFoundLate: (history) => isFoundLate(history, evidence),
    personsReason: ({ plan }) => personsReason(plan, evidence),
    faultsOf: (history) => faultsOf(history, evidence),
    wholeFaults(histories) {
      const accounts = histories.map(({ account }) => account);
      const found = [
        unnamedOrders(evidence),
        wrongPrices(evidence),
        namedTwice(histories),
        strayCodes(accounts, evidence),
      ];
      const left = outlived(histories, evidence);
      return { "the installation": found.flat(), "the operator's list": left.length > kills ? left : [] };
    },
  };
}

function made(plan: KeyPlan, evidence: Evidence): Made {
  const { operation, target, otherTarget } = plan;
  const { doubled } = sendsOf(plan, evidence);
  const timesOf = (about: string | number | null) => {
    switch (operation) {
      case "cancelService":
        return evidence.cancellations.filter(({ service }) => service === about).length;
      case "transferDomainOut":
        return about !== null && isMailed(String(about), evidence) ? 1 : 0;
      case "orderDomain":
      case "orderPlan":
      case "renewDomain":
      case "changePlan":
        return ordersOf(evidence, operation, about).length;
    }
  };
  const orders = [target, otherTarget].flatMap((about) => ordersOf(evidence, operation, about));
  const [own, other] = [timesOf(target), timesOf(otherTarget)];
  // These orders are cancelled, or a report tells the operator to remove them.
  const gone = orders.filter(({ id, isCancelled }) => isCancelled || evidence.reported.has(id)).length;
  // A code that was sent by e-mail cannot be removed, so it does not count as an action that still exists.
  const standing = operation === "transferDomainOut" ? 0 : own + other - gone;
  return { times: own + other, own, standing, orderIds: orders.map(({ id }) => id), doubled };
}

/** Returns why only a person can decide; `null` if the account object must decide. */
function personsReason(plan: KeyPlan, evidence: Evidence): string | null {
  if (sendsOf(plan, evidence).doubled > 0) return "WHMCS did one call twice";
  const orders = [plan.target, plan.otherTarget].flatMap((about) => ordersOf(evidence, plan.operation, about));
  return orders.some((order) => order.isPaidAtOnce) ? ("the invoice is paid at once" satisfies Interference) : null;
}

/** Returns other violations that concern a key. */
function faultsOf(history: History, evidence: Evidence): string[] {
  const { account, plan, settled, told } = history;
  const { operation, target, otherTarget } = plan;
  const { sent } = sendsOf(plan, evidence);
  const references = [target, otherTarget].flatMap((one) =>
    one === null ? [] : evidence.referencesOf(actionName(operation, one)),
  ).length;
  const isSentTooOften = operation !== "transferDomainOut" && sent > references;
  return [
    ...(isSentTooOften ? [`sent ${sent} times under ${references} references`] : []),
    ...(settled?.status === 201 ? doneFaults(history, evidence) : []),
    ...(settled ? [] : unexplainedWait(history, evidence)),
    ...auditFaults(history, evidence.audits.get(account.accountId) ?? []),
    ...told
      .filter(({ text }) => mentionsCode(text))
      .map(() => `an answer had a transfer code, to account ${account.accountId}`),
  ];
}

/** Returns the rows for a key in the operator's list. */
function rowsOf({ accountId }: CampaignAccount, { operation }: KeyPlan, { listed }: Evidence) {
  return listed.filter((row) => row.account === accountId && row.operation === operation);
}

/** Returns whether the billing system acted after the delivery window and the account Worker reported the action. */
function isFoundLate({ account, plan }: History, { stuck }: Pick<Evidence, "stuck">): boolean {
  return stuck.some(
    (line) => line.reason === "found_late" && line.account === account.accountId && line.operation === plan.operation,
  );
}

function ordersOf({ orders }: Evidence, operation: string, target: string | number | null): InstalledOrder[] {
  return orders.filter((order) => order.operation === operation && order.target === target);
}

function sendsOf({ operation, target, otherTarget, actionFaults }: KeyPlan, evidence: Evidence) {
  const calls = evidence.sent.filter(
    (call) => call.operation === operation && (call.target === target || call.target === otherTarget),
  );
  // WHMCS keeps no record of a refused call, so the call may be sent again. No call may follow one that was not
  // refused.
  const first = calls.findIndex(({ isRefused }) => !isRefused);
  return {
    sent: first === -1 ? 0 : calls.length - first,
    doubled: calls.filter(({ fault }) => fault !== null && isTwice(fault)).length,
    isLate:
      actionFaults.includes(AFTER_THE_WINDOW) || calls.some(({ fault }) => fault !== null && isAfterWindow(fault)),
  };
}

/** Returns whether the registrar or the installation sent the auth code of a domain by e-mail. */
function isMailed(name: string, { transferMails, mailedByRegistrar }: Evidence): boolean {
  return mailedByRegistrar.has(name) || transferMails.some(({ text }) => text.includes(name) && mentionsCode(text));
}

/** Returns the violations of an action that was reported as done. Another check finds missing actions. */
function doneFaults({ plan, settled }: History, evidence: Evidence): string[] {
  const { operation, target, when } = plan;
  if (operation === "transferDomainOut") return [];
  if (operation === "cancelService") {
    const requests = evidence.cancellations.filter(({ service }) => service === target).map((one) => one.when);
    return requests.includes(when) ? [] : [`done, and the requests to cancel are [${requests}]`];
  }
  const answer = JSON.parse(settled?.text ?? "{}") as { order_id?: number; invoice?: { subtotal: number } | null };
  const order = ordersOf(evidence, operation, target).find(({ id }) => id === answer.order_id);
  if (!order) return [];
  const row = evidence.rows.find(({ orderId }) => orderId === order.id);
  if (row?.state !== "done") return [`done, and order ${order.id} is ${row?.state}`];
  const told = answer.invoice ? Math.round(answer.invoice.subtotal * 100) : null;
  return [
    ...(order.isCancelled ? [`done, and order ${order.id} is cancelled`] : []),
    ...(told === order.subtotal ? [] : [`the answer says ${told}, and the invoice ${order.subtotal}`]),
  ];
}

/** Returns the reasons in the operator's list that contradict the evidence. */
function unexplainedWait({ account, plan }: History, evidence: Evidence): string[] {
  const { doubled, isLate } = sendsOf(plan, evidence);
  const orders = [plan.target, plan.otherTarget].flatMap((about) => ordersOf(evidence, plan.operation, about));
  return rowsOf(account, plan, evidence).flatMap(({ reason }) => {
    switch (reason) {
      case "ambiguous":
        return doubled > 0 ? [] : ["ambiguous, and nothing is there twice"];
      case "found_late":
        return isLate || doubled > 0 ? [] : ["found late, and nothing came late"];
      case null:
        return orders.some(({ id }) => evidence.reported.has(id)) ? [] : ["under way for ever, and no order is named"];
      default:
        return [`still ${reason}, though everything answers`];
    }
  });
}

/** Returns whether a text contains an auth code. All auth codes start with the same text. */
function mentionsCode(text: string): boolean {
  return text.includes(SECRETS.authCode);
}

/** Returns the orders that have no reference in the addon and are not in the operator's list. */
function unnamedOrders({ orders, referenced, listed }: Evidence): string[] {
  return orders.flatMap(({ id, account, operation, isCancelled }) => {
    const isListed = listed.some((row) => row.account === account && row.operation === operation);
    if (isCancelled || referenced.has(id) || isListed) return [];
    return [`order ${id} of account ${account} (${operation}) has no reference, and is not named`];
  });
}

/** Returns the orders with an unexpected price that was not reported. */
function wrongPrices({ orders, rows, reported }: Evidence): string[] {
  const prices = new Map(rows.map(({ orderId, price }) => [orderId, price]));
  return orders.flatMap(({ id, subtotal, isCancelled }) => {
    const price = prices.get(id);
    if (price === undefined || price === (subtotal ?? 0) || isCancelled || reported.has(id)) return [];
    return [`order ${id} costs ${subtotal}, was expected to cost ${price}, and is not reported`];
  });
}

/** Returns the orders that the responses to two keys name. */
function namedTwice(histories: readonly History[]): string[] {
  const ids = histories.flatMap(({ settled }) => orderIdIn(settled?.text) ?? []);
  return ids.flatMap((id, index) => (ids.indexOf(id) === index ? [] : [`order ${id} is done under two keys`]));
}

function orderIdIn(text: string | undefined): number | null {
  return (JSON.parse(text ?? "{}") as { order_id?: number | null }).order_id ?? null;
}

/**
 * Returns the rows in the operator's list for ended or unknown keys. A kill during the removal leaves the row of an
 * ended key for days.
 */
export function outlived(histories: readonly History[], { listed, stuck }: Evidence): string[] {
  return listed.flatMap(({ account, operation, reason }) => {
    const history = histories.find(
      ({ account: { accountId }, plan }) => accountId === account && plan.operation === operation,
    );
    const isEnded = history?.settled && !isFoundLate(history, { stuck });
    return history && !isEnded ? [] : [`${account} ${operation} is listed (${reason}), and ended`];
  });
}

/** Returns the e-mails with an auth code to anyone except the owner of the domain. */
function strayCodes(accounts: readonly CampaignAccount[], { mails, transferMails }: Evidence): string[] {
  return [...mails, ...transferMails].flatMap(({ to, text, subject }) => {
    if (!mentionsCode(text)) return [];
    const owner = accounts.find(({ leaving }) => leaving.some((name) => text.includes(name)));
    return owner && emailOf(owner) === to ? [] : [`"${subject}" has a transfer code, and went to ${to}`];
  });
}
