import type { SessionState } from "../../../../durable-objects/session/session-port.ts";
import { askBilling } from "../../../../shared/billing-contract/ask-billing.ts";
import type { ConsentQuery, Holding } from "../../../../shared/billing-contract/customer.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { samePage } from "../../../../shared/pages/visit.ts";
import { mayBeAskedLater } from "../../oauth/authorization-request.ts";
import { BILLING_DEADLINE_MS } from "../../queries/account-queries.ts";
import { authorizationClosed, billingUnavailable, show, stopAt } from "../answers.tsx";
import { choicesOf, type LimitChoices, limitChoices, OFFERED_LIST } from "../limits.ts";
import { AUTHORIZE_PATH, pageAddress, SIGN_OUT_PATH, signInAddress } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest, OpenAuthorization } from "../page-request.ts";
import { pendingAuthorizationOf } from "../page-request.ts";
import { AccountChoicePage } from "./account-choice-page.tsx";
import { type AnsweredConsent, ConsentPage } from "./consent-page.tsx";

/** Pending at once in one session; further ones are counted by address. */
const MAX_UNCOUNTED_PENDING = 20;

/** `GET /oauth/authorize` as an application sends it (RFC 6749 §4.1.1): keeps it in the session and goes on to sign-in or consent. */
export async function beginAuthorization(to: CustomerPageRequest): Promise<Response> {
  const known = to.session ? await to.session.port.read() : undefined;
  const isHead = to.request.method === "HEAD";
  const answer = await to.readAuthorization(
    to.request,
    to.addresses,
    !isHead && (isNothingKept(known) || hasManyPending(known)),
    to.requestId,
  );
  switch (answer.kind) {
    case "redirect":
      return seeOther(answer.location);
    case "stopped": {
      const { location: address, returnsTo: host, error } = answer;
      return stopAt(to, "uncheckedError", { error, ways: [{ way: "application", address, host }] });
    }
    case "refused":
      return mayBeAskedLater(answer.reason)
        ? stopAt(to, "answerLater", { retryAfter: 5, ways: [askAgain(to)] })
        : stopAt(to, "refusedRequest", { reason: answer.reason });
    case "too_many":
      return stopAt(to, "tooManyRequests", { retryAfter: answer.retryAfter, ways: [askAgain(to)] });
    case "ask": {
      if (isHead) return seeOther(signInAddress(to.visit, null));
      const session = to.session ?? (await to.sessions.start());
      const id = await session.port.addPending(answer.pending);
      const next = known?.signedIn ? pageAddress(to.visit, AUTHORIZE_PATH, id) : signInAddress(to.visit, id);
      return seeOther(next, to.session ? undefined : to.sessions.cookie(session, to.visit.url));
    }
  }
}

/** A cookie proves no session: each visit to the sign-in page sets one, and the object is made by the first pending authorization. */
function isNothingKept(known: SessionState | undefined): boolean {
  return !known || (!known.signedIn && !known.secondStep && Object.keys(known.pending).length === 0);
}

/** A session keeps no more: each further one evicts another. */
function hasManyPending(known: SessionState | undefined): boolean {
  return known !== undefined && Object.keys(known.pending).length >= MAX_UNCOUNTED_PENDING;
}

/** A link that repeats the application's request. */
function askAgain({ visit }: CustomerPageRequest) {
  return { way: "again" as const, address: samePage(visit, {}) };
}

/** `GET /oauth/authorize?pending=…`: the choice of the account, or the consent. */
export async function showAuthorization(to: CustomerPageRequest, id: string): Promise<Response> {
  const open = await openAuthorization(to, id, OFFERED_LIST);
  if (open instanceof Response) return open;
  const { accounts, pending, session, chosen } = open;
  const account = accounts.find((one) => one.id === pending.accountId) ?? (accounts.length === 1 ? accounts[0] : null);
  const wantsToChoose = to.visit.url.searchParams.has("choose") && accounts.length > 1;
  if (!account || wantsToChoose) return accountChoice(open);
  if (!chosen) return foreignAccount(open);
  if (account.id !== pending.accountId) await session.port.chooseAccount(id, account.id);
  return showConsent(open, chosen.holding, choicesOf(chosen), {});
}

/** `POST /oauth/authorize` with an account. */
export async function chooseAccount(open: OpenAuthorization, { form }: CustomerForm): Promise<Response> {
  const { to, session, id, accounts } = open;
  const chosen = form.get("account");
  if (chosen === null) return accountChoice(open, { isMissing: true });
  const account = accounts.find((managed) => String(managed.id) === chosen);
  const address = pageAddress(to.visit, AUTHORIZE_PATH, id);
  if (!account) return stopAt(to, "foreignAccount", { ways: [{ way: "question", address }] });
  await session.port.chooseAccount(id, account.id);
  return seeOther(address);
}

/**
 * A pending authorization with its login, its accounts and what the login may do on the chosen one, by one call to the billing system;
 * else the page to answer with instead.
 * @param list which domains and services of the account are wanted
 */
export async function openAuthorization(
  to: CustomerPageRequest,
  id: string,
  list: Omit<ConsentQuery, "accountId">,
): Promise<OpenAuthorization | Response> {
  const { session, now, visit, described, billing, requestId } = to;
  if (!session) return stopAt(to, "noSession");
  const state = await session.port.read();
  const pending = pendingAuthorizationOf(state, id, now());
  if (!pending) return authorizationClosed(to, id);
  const { signedIn } = state;
  if (!signedIn) return seeOther(signInAddress(to.visit, id));
  if (!described) return billingUnavailable(to, id, 5);
  const query = { ...list, accountId: pending.accountId };
  const ask = () => billing.readConsentFacts({ requestId, loginId: signedIn.loginId }, query);
  const facts = await askBilling(ask, BILLING_DEADLINE_MS, requestId);
  if (!facts.ok) return billingUnavailable(to, id, facts.problem.retryAfter);
  if (facts.value.accounts.length === 0) {
    const signOut = { token: session.formToken, pending: id, address: pageAddress(visit, SIGN_OUT_PATH, null) };
    return stopAt(to, described.signIn.kind === "form" ? "noAccounts" : "noAccountsOfLogin", { signOut });
  }
  return { to, session, id, pending, signedIn, ...facts.value, acts: described.acts };
}

/** The page for an account that the login no longer manages. */
export function foreignAccount({ to, id }: OpenAuthorization): Promise<Response> {
  const address = pageAddress(to.visit, AUTHORIZE_PATH, id, { choose: "account" });
  return stopAt(to, "foreignAccount", { ways: [{ way: "question", address }] });
}

export function accountChoice(open: OpenAuthorization, { isMissing = false } = {}): Promise<Response> {
  return show(open.to, <AccountChoicePage open={open} isMissing={isMissing} />, { status: isMissing ? 422 : 200 });
}

/** The consent page with the values and errors of a refused form. */
export async function consentPage(open: OpenAuthorization, account: Holding, answered: AnsweredConsent) {
  const { to, signedIn } = open;
  return showConsent(open, account, await limitChoices({ ...to, signedIn }, account.id, { kind: "account" }), answered);
}

async function showConsent(
  open: OpenAuthorization,
  account: Holding,
  choices: LimitChoices | null,
  answered: AnsweredConsent,
): Promise<Response> {
  const { to, id } = open;
  if (!choices) return billingUnavailable(to, id, 5);
  const page = <ConsentPage open={open} account={account} choices={choices} answered={answered} />;
  const status = answered.status ?? (answered.errors?.length ? 422 : 200);
  return show(to, page, { status });
}
