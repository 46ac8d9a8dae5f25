import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { ApprovalDecision, ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import { type Asks, NO_ASKS } from "../../../shared/account-access/asks.ts";
import { account, bodyOf, changeGrant } from "./account-api.ts";
import { approvalMails, control, digests, FULL_STANDING } from "./account-world.ts";
import { bindings } from "./bindings.ts";

const stub = () => bindings.ACCOUNT.getByName(String(account));

/** The customer ticks what the connection of this test asks about. */
export function askAbout(ticked: Partial<Asks>): void {
  const asks = { ...NO_ASKS, ...ticked };
  control.standing = { ...FULL_STANDING, asks };
  changeGrant({ asks });
}

/** The id of the request that an answer leads to; fails where it leads to none. */
export async function askedIn(answering: Response | Promise<Response>): Promise<string> {
  const response = await answering;
  const body = await bodyOf(response);
  expect(body, JSON.stringify(body)).toMatchObject({ status: 409, code: "not_allowed", retryable: true });
  const { type, url } = body.action_required as { type: string; url: string };
  expect(type).toBe("approve_action");
  return url.split(".").at(-1) as string;
}

export async function decide(id: string, decision: ApprovalDecision, loginId = 11): Promise<ApprovalView | null> {
  // A stub's types wrap what crosses it.
  return (await stub().decideApproval(id, loginId, decision, "request-1")) as unknown as ApprovalView | null;
}

export async function stateOf(id: string): Promise<string | undefined> {
  return (await stub().approval(id, 11))?.state;
}

export async function openRequests(): Promise<ApprovalView[]> {
  return (await stub().approvals("connection-1")) as unknown as ApprovalView[];
}

export function connectionChanged(): Promise<void> {
  return stub().voidApprovals("connection-1");
}

/** Everything that is stored of requests for approval. */
export function storedApprovals(): Promise<Record<string, unknown>[]> {
  return runInDurableObject(stub(), (_, { storage: { sql } }) =>
    sql.exec("SELECT * FROM approval_requests ORDER BY asked_at, id").toArray(),
  );
}

/** The log entries that were refused for a request, with its id. */
export function linkedEntries(): Promise<Record<string, unknown>[]> {
  return runInDurableObject(stub(), (_, { storage: { sql } }) => sql.exec("SELECT * FROM approval_entries").toArray());
}

/** What the login was mailed of the requests that are stored. */
export async function mails(): Promise<ApprovalView[]> {
  const stored = await storedApprovals();
  return approvalMails.filter(({ id }) => stored.some((request) => request.id === id));
}

/** How many mails the login was sent, once none is due or under way. */
export async function settledMailCount(): Promise<number> {
  const states = async () => (await storedApprovals()).map(({ mail }) => mail);
  await expect.poll(async () => (await states()).filter((mail) => mail === "due" || mail === "sending")).toEqual([]);
  return (await mails()).length;
}

/** The ids of the requests that the login was told of together, a list for each mail. */
export async function digestsSent(): Promise<string[][]> {
  const stored = (await storedApprovals()).map(({ id }) => id);
  return digests.map((requests) => requests.map(({ id }) => id)).filter((ids) => ids.some((id) => stored.includes(id)));
}

/** When each connection may have its next digest; an attempt at one changes it at once. */
export function nextDigests(): Promise<Record<string, unknown>[]> {
  return runInDurableObject(stub(), (_, { storage: { sql } }) => sql.exec("SELECT * FROM approval_digests").toArray());
}

/** The amounts that were counted, by the order in which they were sent. */
export function countedAmounts(): Promise<unknown[]> {
  return runInDurableObject(stub(), (_, { storage: { sql } }) =>
    sql
      .exec("SELECT amount FROM order_sums ORDER BY sent_at, reference")
      .toArray()
      .map(({ amount }) => amount),
  );
}

/** Ends the instance of the object, as a deployment does. */
export function restart(): Promise<void> {
  return evictDurableObject(stub());
}
