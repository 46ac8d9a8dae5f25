import { declaredProblems, pathParameters } from "../../../shared/api/definition/operation.ts";
import type { ProblemCode } from "../../../shared/api/definition/problems.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { EVERY_SCOPE } from "../../support/account-client.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { signInStep } from "../../support/sign-in-step.ts";
import type { World } from "../../support/world.ts";
import type { Recording } from "./recording.ts";

const OPERATIONS = accountOperations.filter(({ access }) => access);
/** Members that name an item outside the account. */
const NOBODYS: Record<string, unknown> = {
  ...{ id: 999_999, order_id: 999_999 },
  ...{ domain: "somebody-elses.ca", confirm_domain: "somebody-elses.ca" },
};

const idsWith = (code: ProblemCode, isMeant: (one: (typeof OPERATIONS)[number]) => boolean = () => true) =>
  OPERATIONS.filter((one) => declaredProblems(one).includes(code) && isMeant(one)).map(({ id }) => id);
/**
 * Returns whether an operation reads before it writes. If such a read fails, the operation has certainly sent nothing.
 */
const isReadFirst = ({ id, effect }: (typeof OPERATIONS)[number]) => effect === "read" || id === "changeDnsZone";
/** The name of a parameter that no operation has. */
export const NOT_A_PARAMETER = "page";

/** Records the problems of each operation for an invalid parameter, an unknown target, a missing scope and a limit. */
export async function recordCallProblems(recording: Recording, { api }: World): Promise<void> {
  const provoke = async (id: string, ...[code, sent, by]: [ProblemCode, object?, object?]) =>
    recording.own("account", id, code, (await recording.call("account", id, { ...sent }, by)).body);

  for (const { id, http, effect, example } of OPERATIONS) {
    recording.startConnection();
    const { url, init } = recording.request("account", id, effect === "read" ? { [NOT_A_PARAMETER]: 2 } : {});
    const answer = await api.request(effect === "read" ? url : `${url}?${NOT_A_PARAMETER}=2`, {}, init);
    recording.own("account", id, "invalid_parameter", (await answer.json()) as Record<string, unknown>);
    const members = Object.keys(example).filter((name) => name in NOBODYS);
    if (pathParameters(http.path).length > 0) {
      await provoke(id, "not_found", Object.fromEntries(members.map((name) => [name, NOBODYS[name]])));
    }
  }
  for (const id of idsWith("insufficient_scope", ({ access }) => access?.scope !== "account:read")) {
    await provoke(id, "insufficient_scope", {}, { scopes: [] });
  }
  const outside = idsWith("outside_limit", ({ access }) => access?.limit === "item" || access?.limit === "outside");
  for (const id of outside) await provoke(id, "outside_limit", {}, { limit: "domain:ana.dev" });
}

/** Records the problem of each operation for a login without permissions. */
export async function recordMissingPermissions(recording: Recording, { billing }: World): Promise<void> {
  await billing.prepare("DELETE FROM account_login_permissions WHERE login_id = ?").bind(CONTACT).run();
  recording.startConnection();
  for (const id of idsWith("permission_denied", ({ access }) => (access?.permissions.length ?? 0) > 0)) {
    const { body } = await recording.call("account", id, {}, { login: "contact" });
    recording.own("account", id, "permission_denied", body);
  }
}

const CONTACT = 12;

/** The ids of operations for which a customer can require approval. */
export const ASKED = OPERATIONS.filter((one) => "asks" in one && Array.isArray(one.asks) && one.asks.length > 0).map(
  ({ id }) => id,
);

/** Records the problems of actions that need approval and that the customer then declines. */
export async function recordApprovals(
  recording: Recording,
  { origin }: World,
  confirmed: (id: string) => Promise<Record<string, unknown>>,
): Promise<void> {
  const by = { scopes: EVERY_SCOPE, ask: ["cancel", "domains", "orders"] };
  const visitor = new PageVisitor(origin);
  // Only the connection that made the request gets the refusal, so all calls use the same connection.
  recording.startConnection();
  for (const id of ASKED) {
    const sent = { ...(await confirmed(id)), ...CHANGING[id] };
    const { body } = await recording.call("account", id, sent, by);
    recording.approval(id, body, CHANGING[id]);
    const { url } = body.action_required as { url: string };
    const opened = await visitor.open(url);
    const page = opened.url.pathname === "/sign-in" ? await signInStep(visitor, opened, "owner") : opened;
    await visitor.submit(page, page.url.pathname, { decision: "decline" });
    recording.own("account", id, "refused", (await recording.call("account", id, sent, by)).body);
  }
}

/** Inputs for operations with an example that would change nothing in this account. */
const CHANGING: Record<string, Record<string, unknown>> = {
  setDomainAutoRenew: { domain: "ana.dev" },
  setDomainLock: { locked: false },
  setDomainNameservers: { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] },
};

/** Records the problem of a plan change in an account without a saved card. */
export async function recordWithoutCard(recording: Recording): Promise<void> {
  const by = { login: "nocard", account: 1004 };
  const change = { id: 2401, plan: "web-pro" };
  const { body } = await recording.call("account", "quotePlanChange", change, by);
  const expected_price = (body.due_now as { amount: number }).amount;
  const refused = await recording.call("account", "changePlan", { ...change, expected_price }, by);
  recording.own("account", "changePlan", "payment_method_missing", refused.body);
}

/** The ids of operations that need a reply from the registrar. */
const AT_REGISTRAR = ["getDomainRegistrarSettings", "setDomainNameservers", "setDomainLock", "transferDomainOut"];

/** Records the problems for outages of the billing system, the registrar and the zone server. */
export async function recordUnanswered(recording: Recording, world: World): Promise<void> {
  world.cpanel.faults.push({ fault: { kind: "error" } });
  recording.own("account", "readDnsZone", "refused", (await recording.call("account", "readDnsZone")).body);
  await world.setMood("throws");
  for (const id of idsWith("billing_unavailable", isReadFirst)) {
    recording.own("account", id, "billing_unavailable", (await recording.call("account", id)).body);
  }
  await world.setMood("well");
  await Promise.all([world.cpanel.stop(), world.registry.stop()]);
  for (const id of [...AT_REGISTRAR, "readDnsZone", "changeDnsZone"]) {
    recording.own("account", id, "server_unavailable", (await recording.call("account", id)).body);
  }
}
