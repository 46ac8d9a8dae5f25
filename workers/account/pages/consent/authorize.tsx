import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { PendingAuthorization, SessionState } from "../../../../durable-objects/session/session-port.ts";
import { CHANGE_SCOPES, inOrder } from "../../../../shared/account-access/scopes.ts";
import type { Holding, LimitLists, WantedLists } from "../../../../shared/billing-contract/customer.ts";
import { StoreHeldError } from "../../../../shared/holds/holds.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { samePage } from "../../../../shared/pages/visit.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { mayCallSome } from "../../acting-operations.ts";
import type { Consent } from "../../connections/make-connection.ts";
import { readConsentFacts } from "../../queries/billing-answers.ts";
import { authorizationClosed, billingUnavailable, show, stopAt } from "../answers.tsx";
import { amountField, asksEntryOf, askTexts, readAsks } from "../components/ask-fields.tsx";
import { limitTexts } from "../components/limit-field.tsx";
import { confirmingList, confirmLimit, limitChoices, NO_LISTS, offeredLists, readLimit } from "../limits.ts";
import { AUTHORIZE_PATH, pageAddress, signInAddress } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest, CustomerSession } from "../page-request.ts";
import { pendingAuthorizationOf } from "../page-request.ts";
import { scopeTexts } from "../scope-texts.ts";
import { mustSignInAgain } from "../sign-in/recent-sign-in.ts";
import { AccountChoicePage, CANCEL_FIELD } from "./account-choice-page.tsx";
import {
  type AnsweredConsent,
  ASK_FIELDS,
  ConsentPage,
  consentTexts,
  type OpenAuthorization,
  SHOWN_ACCOUNT_FIELD,
} from "./consent-page.tsx";

/** The number of pending authorizations at which further requests of a session are counted by network address. */
const MAX_UNCOUNTED_PENDING = 20;

/** Handles `GET /oauth/authorize`: an application's request, or the page of a pending authorization. */
export function authorize(to: CustomerPageRequest): Promise<Response> {
  const query = to.visit.url.searchParams;
  const pending = query.has("client_id") ? null : query.get("pending");
  return pending === null ? beginAuthorization(to) : showAuthorization(to, pending);
}

/**
 * Starts an application's authorization (RFC 6749 §4.1.1): stores it, and continues with the sign-in or the consent.
 */
async function beginAuthorization(to: CustomerPageRequest): Promise<Response> {
  const known = to.session ? await to.session.port.read() : undefined;
  const isHead = to.request.method === "HEAD";
  const answer = await to.readAuthorization(
    to.request,
    to.addresses,
    !isHead && (isNothingKept(known) || hasManyPending(known)),
    to.requestId,
  );
  const again = samePage(to.visit, {});
  switch (answer.kind) {
    case "redirect":
      return seeOther(answer.location);
    case "stopped": {
      const { location: address, returnsTo: host, error } = answer;
      return stopAt(to, "uncheckedError", { application: { error, address, host } });
    }
    case "refused":
      if (answer.reason === "temporarily_unavailable")
        return stopAt(to, "answerLater", { retryAfter: 5, ways: { again } });
      if (answer.reason === "host_unreachable")
        return stopAt(to, "hostUnreachable", { retryAfter: 5, ways: { again } });
      return stopAt(to, "refusedRequest", { reason: answer.reason });
    case "too_many":
      return stopAt(to, "tooManyRequests", { retryAfter: answer.retryAfter, ways: { again } });
    case "ask": {
      if (isHead) return seeOther(signInAddress(to.visit, null));
      const session = to.session ?? (await to.sessions.start());
      const id = await session.port.addPending(answer.pending);
      const next = known?.signedIn ? pageAddress(to.visit, AUTHORIZE_PATH, id) : signInFor(to, id, answer.pending);
      return seeOther(next, to.session ? undefined : to.sessions.cookie(session, to.visit.url));
    }
  }
}

/** Returns the sign-in URL for an authorization. It contains `again` if the application requires a new sign-in. */
function signInFor(
  { visit }: CustomerPageRequest,
  id: string,
  { signedInSince }: Pick<PendingAuthorization, "signedInSince">,
): string {
  return signInAddress(visit, id, signedInSince === null ? {} : { again: "1" });
}

/**
 * Checks whether the session is empty. Its object is created with the first pending authorization, and its cookie can
 * exist before that.
 */
function isNothingKept(known: SessionState | undefined): boolean {
  return !known || (!known.signedIn && !known.secondStep && Object.keys(known.pending).length === 0);
}

/** Checks whether the session has the maximum number of pending authorizations. Another one would evict the oldest. */
function hasManyPending(known: SessionState | undefined): boolean {
  return known !== undefined && Object.keys(known.pending).length >= MAX_UNCOUNTED_PENDING;
}

/** Handles `GET /oauth/authorize?pending=…` with the choice of the account, or with the consent. */
async function showAuthorization(to: CustomerPageRequest, id: string): Promise<Response> {
  const open = await openAuthorization(to, id, offeredLists({ kind: "account" }));
  if (open instanceof Response) return open;
  const { accounts, pending, session, chosen } = open;
  const account = accounts.find((one) => one.id === pending.accountId) ?? (accounts.length === 1 ? accounts[0] : null);
  const wantsToChoose = to.visit.url.searchParams.has("choose") && accounts.length > 1;
  if (!account || wantsToChoose) return accountChoice(open);
  if (!chosen) return foreignAccount(open);
  if (account.id !== pending.accountId) await session.port.chooseAccount(id, account.id);
  return showConsent(open, chosen.holding, chosen, {});
}

/** Handles `POST /oauth/authorize` with a chosen account. */
async function chooseAccount(open: OpenAuthorization, { form }: CustomerForm): Promise<Response> {
  const { to, session, id, accounts } = open;
  const chosen = form.get("account");
  if (chosen === null) return accountChoice(open, { isMissing: true });
  const account = accounts.find((managed) => String(managed.id) === chosen);
  if (!account) return stopAt(to, "foreignAccount", questionAt(to, id));
  await session.port.chooseAccount(id, account.id);
  return seeOther(pageAddress(to.visit, AUTHORIZE_PATH, id));
}

/**
 * Opens a pending authorization with its login, the login's accounts, and the login's permissions on the chosen
 * account. The function makes one call to the billing system. If the authorization cannot be opened, the function
 * returns another page.
 * @param lists the lists of the account to read
 */
async function openAuthorization(
  to: CustomerPageRequest,
  id: string,
  lists: WantedLists,
): Promise<OpenAuthorization | Response> {
  const { session, now, described } = to;
  if (!session) return stopAt(to, "noSession");
  const state = await session.port.read();
  const pending = pendingAuthorizationOf(state, id, now());
  if (!pending) return authorizationClosed(to, id);
  const { signedIn } = state;
  if (!signedIn || mustSignInAgain(signedIn, pending)) return seeOther(signInFor(to, id, pending));
  if (!described) return billingUnavailable(to, id, 5);
  const facts = await readConsentFacts(to, signedIn, { ...lists, accountId: pending.accountId });
  if (!facts.ok) return billingUnavailable(to, id, facts.problem.retryAfter);
  if (facts.value.accounts.length === 0) {
    const signOut = { token: session.formToken, pending: id };
    return stopAt(to, described.signIn.kind === "form" ? "noAccounts" : "noAccountsOfLogin", { signOut });
  }
  const readsOnly = pending.request.resource === to.addresses.accountRead;
  return { to: readsOnly ? { ...to, offered: [] } : to, session, id, pending, signedIn, ...facts.value };
}

function foreignAccount({ to, id }: OpenAuthorization): Promise<Response> {
  const question = pageAddress(to.visit, AUTHORIZE_PATH, id, { choose: "account" });
  return stopAt(to, "foreignAccount", { ways: { question } });
}

function accountChoice(open: OpenAuthorization, { isMissing = false } = {}): Promise<Response> {
  return show(open.to, <AccountChoicePage open={open} isMissing={isMissing} />, { status: isMissing ? 422 : 200 });
}

async function showConsent(
  open: OpenAuthorization,
  account: Holding,
  choices: LimitLists,
  answered: AnsweredConsent,
): Promise<Response> {
  const { to, id } = open;
  if (!choices.domains || !choices.services) return billingUnavailable(to, id, 5);
  const page = <ConsentPage open={open} account={account} choices={choices} answered={answered} />;
  const status = answered.status ?? (answered.errors?.length ? 422 : 200);
  return show(to, page, { status });
}

/** Fields that must not be repeated, because the intended value would be unclear. */
const SAID_ONCE = ["pending", "account", SHOWN_ACCOUNT_FIELD];

/** Handles `POST /oauth/authorize`, with the choice of the account or the decision. */
export async function answerAuthorization(own: CustomerForm): Promise<Response> {
  const id = own.form.get("pending") ?? own.visit.url.searchParams.get("pending");
  if (id === null) return authorizationClosed(own, null);
  const repeated = await answeredBefore(own, id);
  if (repeated) return repeated;
  if (SAID_ONCE.some((name) => own.form.getAll(name).length > 1)) {
    return stopAt(own, "unreadableForm", questionAt(own, id));
  }
  const [decision, ...more] = own.form.getAll("decision");
  if (more.length > 0 || (decision !== undefined && decision !== "allow" && decision !== "deny")) {
    return stopAt(own, "unknownDecision", questionAt(own, id));
  }
  if (decision === "deny" || own.form.has(CANCEL_FIELD)) return deny(own, id);
  const limit = readLimit(own.form.get("limit") ?? "");
  const open = await openAuthorization(own, id, limit ? confirmingList(limit) : NO_LISTS);
  if (open instanceof Response) return open;
  return decision === "allow" ? allow(open, own) : chooseAccount(open, own);
}

/** Returns the link back to the page on which the customer decides. */
function questionAt({ visit }: CustomerPageRequest, id: string) {
  return { ways: { question: pageAddress(visit, AUTHORIZE_PATH, id) } };
}

/** Declines the authorization. The customer does not have to be signed in. */
async function deny(own: CustomerForm, id: string): Promise<Response> {
  const taken = await own.session.port.takePending(id, own.form.toString());
  if (!taken) return (await answeredBefore(own, id)) ?? authorizationClosed(own, id);
  return away(own.session, id, own.requestId, authorizationErrorRedirect(taken.request, "access_denied"));
}

/** Returns the earlier redirect of a repeated form, or `null` if there is none. */
async function answeredBefore({ session, form }: CustomerForm, id: string): Promise<Response | null> {
  const location = await session.port.locationOf(id, form.toString());
  return location === null ? null : seeOther(location);
}

/** Redirects after a decision. The session keeps the URL for a repeated form. */
async function away(session: CustomerSession, id: string, requestId: string, location: string): Promise<Response> {
  // If this fails, a repeated form finds the authorization closed.
  await logFailure("session_unreachable", session.port.answered(id, location), { request_id: requestId });
  return seeOther(location);
}

/**
 * Allows the connection. All checks run before the authorization is consumed, so that a mistake does not consume it.
 */
async function allow(open: OpenAuthorization, own: CustomerForm): Promise<Response> {
  const { to, session, id, pending, signedIn, accounts } = open;
  const { form } = own;
  const texts = consentTexts[to.visit.language];
  const limitWords = limitTexts[to.visit.language];

  const managed = accounts.find((one) => one.id === pending.accountId);
  if (!managed) return accountChoice(open, { isMissing: true });
  if (!open.chosen) return foreignAccount(open);
  const { holding: account } = open.chosen;
  const ticked = CHANGE_SCOPES.filter((scope) => form.getAll("scope").includes(scope));
  if (form.getAll("scope").some((scope) => !ticked.some((known) => known === scope))) {
    return stopAt(to, "unknownChange", questionAt(to, id));
  }
  const [chosenLimit = "", ...otherLimits] = form.getAll("limit");
  const askedFirst = asksEntryOf(form);
  const again = async (field: string | null, text: string, status?: number) => {
    const choices = await limitChoices({ ...to, signedIn }, account.id, { kind: "account" });
    const answered = { ticked, chosenLimit, asks: askedFirst, errors: [{ field, text }], status };
    return showConsent(open, account, choices, answered);
  };

  if (form.get(SHOWN_ACCOUNT_FIELD) !== String(account.id)) return again(null, texts.accountChanged);
  if (!to.described?.acts && ticked.length > 0) return again(null, scopeTexts[to.visit.language].notTaken);
  const asksOfNothing = to.offered.length === 0 && askedFirst.ticked.length > 0;
  if (asksOfNothing || ticked.some((scope) => !to.offered.includes(scope))) {
    return again(null, scopeTexts[to.visit.language].notOffered);
  }
  const impossible = ticked.find((scope) => !mayCallSome(account, scope));
  if (impossible) return again(null, texts.changeNotPossible);
  const asks = readAsks(askedFirst);
  if (asks === "unknown") return stopAt(to, "unknownChange", questionAt(to, id));
  if (asks === "amount") return again(amountField(ASK_FIELDS), askTexts[to.visit.language].badAmount, 400);
  const limit = otherLimits.length === 0 ? readLimit(chosenLimit) : null;
  if (!limit) return again("limit", limitWords.missing);
  const checked = confirmLimit(open.chosen, limit);
  if (checked.outcome === "unavailable") return billingUnavailable(to, id, 5);
  if (checked.outcome === "outside") return again("limit", limitWords.outside);

  const taken = await session.port.takePending(id, form.toString());
  if (!taken) return (await answeredBefore(own, id)) ?? authorizationClosed(to, id);
  if (taken.accountId !== account.id) return keepOpen(open, taken);
  const { id: accountId, name, currency } = account;
  const scopes = inOrder(["account:read", ...ticked]);
  const reference = { id: accountId, name, currency };
  return connect(open, taken, {
    signedIn,
    language: to.visit.language,
    account: reference,
    scopes,
    limit,
    limitName: checked.name,
    asks,
  });
}

async function connect(open: OpenAuthorization, taken: PendingAuthorization, consent: Consent): Promise<Response> {
  try {
    const location = await open.to.connect(taken, consent, open.to.requestId);
    return await away(open.session, open.id, open.to.requestId, location);
  } catch (cause) {
    log("connection_not_made", { request_id: open.to.requestId, cause });
    return keepOpen(open, taken, cause instanceof StoreHeldError ? "nothingConnectedNow" : "notConnected");
  }
}

/** Makes the authorization pending again, because the customer consented but the connection was not made. */
async function keepOpen(
  { to, session, id: before }: OpenAuthorization,
  taken: PendingAuthorization,
  why: "notConnected" | "nothingConnectedNow" = "notConnected",
): Promise<Response> {
  const { expiresAt: _, ...pending } = taken;
  const id = await session.port.addPending(pending);
  const address = pageAddress(to.visit, AUTHORIZE_PATH, id);
  await session.port.answered(before, address);
  return stopAt(to, why, { ways: { again: address }, retryAfter: 5 });
}
