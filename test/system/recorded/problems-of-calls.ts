import { declaredProblems, pathParameters } from "../../../shared/api/definition/operation.ts";
import type { ProblemCode } from "../../../shared/api/definition/problems.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { EVERY_SCOPE } from "../../support/account-client.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { signInStep } from "../../support/sign-in-step.ts";
import type { World } from "../../support/world.ts";
import type { Recording } from "./recording.ts";

const OPERATIONS = accountOperations.filter(({ access }) => access);
/** What names an item that the account has not. */
const NOBODYS: Record<string, unknown> = {
  ...{ id: 999_999, order_id: 999_999 },
  ...{ domain: "somebody-elses.ca", confirm_domain: "somebody-elses.ca" },
};

const idsWith = (code: ProblemCode, isMeant: (one: (typeof OPERATIONS)[number]) => boolean = () => true) =>
  OPERATIONS.filter((one) => declaredProblems(one).includes(code) && isMeant(one)).map(({ id }) => id);
/** Nothing was sent where a reading before it was not answered: of an action's own method nobody knows. */
const isReadFirst = ({ id, effect }: (typeof OPERATIONS)[number]) => effect === "read" || id === "changeDnsZone";
/** Of no operation. */
export const NOT_A_PARAMETER = "page";

/** Provokes on each operation of the account what a call is refused for by its credential, its address and its query. */
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

/** Of a login without any permission. */
export async function recordMissingPermissions(recording: Recording, { billing }: World): Promise<void> {
  await billing.prepare("DELETE FROM account_login_permissions WHERE login_id = ?").bind(CONTACT).run();
  recording.startConnection();
  for (const id of idsWith("permission_denied", ({ access }) => (access?.permissions.length ?? 0) > 0)) {
    const { body } = await recording.call("account", id, {}, { login: "contact" });
    recording.own("account", id, "permission_denied", body);
  }
}

const CONTACT = 12;

/** The operations that a customer can want to approve first. */
export const ASKED = OPERATIONS.filter((one) => "asks" in one && Array.isArray(one.asks) && one.asks.length > 0).map(
  ({ id }) => id,
);

/** Of a customer who wants to approve everything, and then declines. */
export async function recordApprovals(
  recording: Recording,
  { origin }: World,
  confirmed: (id: string) => Promise<Record<string, unknown>>,
): Promise<void> {
  const by = { scopes: EVERY_SCOPE, ask: ["cancel", "domains", "orders"] };
  const visitor = new PageVisitor(origin);
  // What was declined is refused to the same connection alone.
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

/** Where the example would change nothing as the account is. */
const CHANGING: Record<string, Record<string, unknown>> = {
  setDomainAutoRenew: { domain: "ana.dev" },
  setDomainLock: { locked: false },
  setDomainNameservers: { nameservers: ["ns1.elsewhere.example", "ns2.elsewhere.example"] },
};

/** Of an account that pays nothing by itself. */
export async function recordWithoutCard(recording: Recording): Promise<void> {
  const by = { login: "nocard", account: 1004 };
  const change = { id: 2401, plan: "web-pro" };
  const { body } = await recording.call("account", "quotePlanChange", change, by);
  const expected_price = (body.due_now as { amount: number }).amount;
  const refused = await recording.call("account", "changePlan", { ...change, expected_price }, by);
  recording.own("account", "changePlan", "payment_method_missing", refused.body);
}

/** What cannot be answered without the registrar. */
const AT_REGISTRAR = ["getDomainRegistrarSettings", "setDomainNameservers", "setDomainLock", "transferDomainOut"];

/** Of systems that do not answer: the billing system, the registrar, the server of a service. */
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
