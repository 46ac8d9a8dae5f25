import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type {
  ApprovalDecided,
  ApprovalDecision,
  ApprovalView,
} from "../../../durable-objects/account/approvals/approval-port.ts";
import { type Asks, NO_ASKS } from "../../../shared/account-access/asks.ts";
import type { EventPage } from "../../../shared/billing-contract/events.ts";
import { accountStub, bodyOf, changeGrant } from "./account-api.ts";
import { approvalMails, control, FULL_STANDING } from "./account-world.ts";

/** Returns the account object. Its result types differ from those of the port, so this file casts them. */
const stub = () => accountStub();

/** Sets the approvals that the customer requires for this test's connection. */
export function askAbout(ticked: Partial<Asks>): void {
  const asks = { ...NO_ASKS, ...ticked };
  control.standing = { ...FULL_STANDING, asks };
  changeGrant({ asks });
}

/** Returns the id of the approval request to which a response links. Fails if the response does not link to one. */
export async function askedIn(answering: Response | Promise<Response>): Promise<string> {
  const response = await answering;
  const body = await bodyOf(response);
  expect(body, JSON.stringify(body)).toMatchObject({ status: 409, code: "not_allowed", retryable: true });
  const { type, url } = body.action_required as { type: string; url: string };
  expect(type).toBe("approve_action");
  return url.split(".").at(-1) as string;
}

export async function decide(id: string, decision: ApprovalDecision, loginId = 11): Promise<ApprovalView | null> {
  return (await stub().decideApproval(id, loginId, decision, "request-1")) as unknown as ApprovalView | null;
}

export async function approvalOf(id: string): Promise<ApprovalView | null> {
  return (await stub().approval(id, 11)) as unknown as ApprovalView | null;
}

export async function stateOf(id: string): Promise<string | undefined> {
  return (await approvalOf(id))?.state;
}

export async function decisions({
  connection = "connection-1",
  after = 0,
  limit = 25,
} = {}): Promise<EventPage<ApprovalDecided>> {
  return (await stub().approvalDecisions(connection, { after, limit })) as unknown as EventPage<ApprovalDecided>;
}

export async function openRequests(): Promise<ApprovalView[]> {
  return (await stub().approvals("connection-1")) as unknown as ApprovalView[];
}

export function connectionChanged(): Promise<void> {
  return stub().voidApprovals("connection-1");
}

/** Returns all stored data about approval requests. */
export function storedApprovals(): Promise<Record<string, unknown>[]> {
  return runInDurableObject(stub(), (_, { storage: { sql } }) =>
    sql.exec("SELECT * FROM approval_requests ORDER BY asked_at, id").toArray(),
  );
}

/** Returns the log entries that refer to an approval request, with the request's id. */
export function linkedEntries(): Promise<Record<string, unknown>[]> {
  return runInDurableObject(stub(), (_, { storage: { sql } }) =>
    sql.exec("SELECT id, approval FROM actions WHERE approval IS NOT NULL").toArray(),
  );
}

/** Returns the e-mails about the stored requests. Each e-mail is a list of requests. */
export async function mails(): Promise<(readonly ApprovalView[])[]> {
  const stored = (await storedApprovals()).map(({ id }) => id);
  return approvalMails.filter((requests) => requests.some(({ id }) => stored.includes(id)));
}

/** Waits until each open request is in an e-mail. Returns the number of e-mails to the login. */
export async function settledMailCount(): Promise<number> {
  const unmailed = async () => (await storedApprovals()).filter((row) => row.state === "ASKED" && row.mail_at !== null);
  await expect.poll(unmailed).toEqual([]);
  return (await mails()).length;
}
