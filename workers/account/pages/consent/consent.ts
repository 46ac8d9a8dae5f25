import { authorizationErrorRedirect } from "@cloudflare/workers-oauth-provider";
import type { PendingAuthorization } from "../../../../durable-objects/session/session-port.ts";
import { CHANGE_SCOPES, inOrder } from "../../../../shared/account-access/scopes.ts";
import { StoreHeldError } from "../../../../shared/holds/holds.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { mayCallSome } from "../../acting-operations.ts";
import type { Consent } from "../../connections/make-connection.ts";
import { authorizationClosed, stopAt } from "../answers.tsx";
import { amountField, asksEntryOf, askTexts, readAsks } from "../components/ask-fields.tsx";
import { limitTexts } from "../components/limit-texts.ts";
import { limitIn, readLimit } from "../limits.ts";
import { AUTHORIZE_PATH, pageAddress } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest, CustomerSession, OpenAuthorization } from "../page-request.ts";
import { scopeTexts } from "../scope-texts.ts";
import { CANCEL_FIELD } from "./account-choice-page.tsx";
import { accountChoice, chooseAccount, consentPage, foreignAccount, openAuthorization } from "./authorize.tsx";
import { ASK_FIELDS, SHOWN_ACCOUNT_FIELD } from "./consent-page.tsx";
import { consentTexts } from "./consent-texts.ts";

/** Fields that may come only once: of two values nobody knows which was meant. */
const SAID_ONCE = ["pending", "account", SHOWN_ACCOUNT_FIELD];

/** `POST /oauth/authorize`: the choice of the account, or the decision. */
export async function answerAuthorization(own: CustomerForm): Promise<Response> {
  const id = own.form.get("pending") ?? own.visit.url.searchParams.get("pending");
  if (id === null) return authorizationClosed(own, null);
  const repeated = await answeredBefore(own, id);
  if (repeated) return repeated;
  if (SAID_ONCE.some((name) => own.form.getAll(name).length > 1)) {
    return stopAt(own, "unreadableForm", { ways: [backTo(own, id)] });
  }
  const [decision, ...more] = own.form.getAll("decision");
  if (more.length > 0 || (decision !== undefined && decision !== "allow" && decision !== "deny")) {
    return stopAt(own, "unknownDecision", { ways: [backTo(own, id)] });
  }
  if (decision === "deny" || own.form.has(CANCEL_FIELD)) return deny(own, id);
  const [chosenLimit = ""] = own.form.getAll("limit");
  const within = readLimit(chosenLimit) ?? { kind: "account" };
  const open = await openAuthorization(own, id, { status: "all", within, limit: 1 });
  if (open instanceof Response) return open;
  return decision === "allow" ? allow(open, own) : chooseAccount(open, own);
}

function backTo({ visit }: CustomerPageRequest, id: string) {
  return { way: "question" as const, address: pageAddress(visit, AUTHORIZE_PATH, id) };
}

/** Declines; the customer need not be signed in for that. */
async function deny(own: CustomerForm, id: string): Promise<Response> {
  const taken = await own.session.port.takePending(id, own.form.toString());
  if (!taken) return (await answeredBefore(own, id)) ?? authorizationClosed(own, id);
  return away(own.session, id, own.requestId, authorizationErrorRedirect(taken.request, "access_denied"));
}

/** The redirect that the same form got before, since one sent twice is answered once; null where there is none. */
async function answeredBefore({ session, form }: CustomerForm, id: string): Promise<Response | null> {
  const location = await session.port.locationOf(id, form.toString());
  return location === null ? null : seeOther(location);
}

/** Redirects after a decision, also whoever sent the same form twice. */
async function away(session: CustomerSession, id: string, requestId: string, location: string): Promise<Response> {
  // Without it, the second of two equal forms only finds the authorization closed.
  await logFailure("session_unreachable", session.port.answered(id, location), { request_id: requestId });
  return seeOther(location);
}

/** Everything is checked before the authorization is taken out of the session: a mistake does not use it up. */
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
    return stopAt(to, "unknownChange", { ways: [backTo(to, id)] });
  }
  const [chosenLimit = "", ...otherLimits] = form.getAll("limit");
  const askedFirst = asksEntryOf(form);
  const again = (field: string | null, text: string, status?: number) =>
    consentPage(open, account, { ticked, chosenLimit, asks: askedFirst, errors: [{ field, text }], status });

  if (form.get(SHOWN_ACCOUNT_FIELD) !== String(account.id)) return again(null, texts.accountChanged);
  if (!open.acts && ticked.length > 0) return again(null, scopeTexts[to.visit.language].notTaken);
  if (ticked.some((scope) => !to.offered.includes(scope))) {
    return again(null, scopeTexts[to.visit.language].notOffered);
  }
  const impossible = ticked.find((scope) => !mayCallSome(account, scope));
  if (impossible) return again(null, texts.changeNotPossible);
  const asks = readAsks(askedFirst);
  if (asks === "unknown") return stopAt(to, "unknownChange", { ways: [backTo(to, id)] });
  if (asks === "amount") return again(amountField(ASK_FIELDS), askTexts[to.visit.language].badAmount, 400);
  const limit = otherLimits.length === 0 ? readLimit(chosenLimit) : null;
  if (!limit) return again("limit", limitWords.missing);
  const checked = limitIn(open.chosen, limit);
  if (checked.outcome !== "inside") return again("limit", limitWords.outside);

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

/** Makes the authorization pending again: the customer agreed and got nothing for it. */
async function keepOpen(
  { to, session, id: before }: OpenAuthorization,
  taken: PendingAuthorization,
  why: "notConnected" | "nothingConnectedNow" = "notConnected",
): Promise<Response> {
  const { expiresAt: _, ...pending } = taken;
  const id = await session.port.addPending(pending);
  const address = pageAddress(to.visit, AUTHORIZE_PATH, id);
  await session.port.answered(before, address);
  return stopAt(to, why, { ways: [{ way: "again", address }], retryAfter: 5 });
}
