import type { ConnectionSummary, Narrowing } from "../../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES, inOrder } from "../../../../shared/account-access/scopes.ts";
import { Person } from "../../../../shared/pages/area-layout.tsx";
import { pageResponse, seeOther } from "../../../../shared/pages/page-response.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { isOnDomain } from "../../admission/limits.ts";
import { endConnections } from "../../connections/end-connections.ts";
import { frameOf } from "../area-frame.ts";
import { amountField, asksEntry, asksEntryOf, askTexts, readAsks } from "../components/ask-fields.tsx";
import { CustomerPage } from "../components/customer-page.tsx";
import { limitTexts } from "../components/limit-field.tsx";
import { readAndConfirmLimit, readLimit, writeLimit } from "../limits.ts";
import { ASSISTANTS_PATH, signInAddress } from "../page-addresses.ts";
import type { AssistantsPageContext, CustomerForm, CustomerPageRequest } from "../page-request.ts";
import { isActive, ownConnection } from "./active-connections.ts";
import { askFieldsId } from "./connection-access.tsx";
import { createToken } from "./create-token.tsx";
import { listTexts } from "./list-texts.ts";
import { backToList, refuseForm, showList } from "./show-list.tsx";

/**
 * Handles `/connected-assistants`. The page shows the connections to the visitor's accounts and their activity. Its
 * forms restrict or end a connection and create API tokens.
 * @param form the posted form with a checked `token`; `null` if the page is only viewed
 */
export async function connectedAssistants(
  context: AssistantsPageContext,
  form: URLSearchParams | null,
): Promise<Response> {
  if (!form) return showList(context);
  const action = form.get("action") ?? "";
  if (action === "disconnect_all") return disconnectAll(context);
  if (action === "create_token") return createToken(context, form);
  const change = Object.hasOwn(CHANGES, action) ? CHANGES[action] : undefined;
  if (!change) return refuseForm(context, 400, listTexts[context.visit.language].refusals.unknownAction);
  const found = await ownConnection(context, form.get("connection") ?? "");
  return found ? change(context, found, form) : notFound(context);
}

type ConnectionChange = (
  context: AssistantsPageContext,
  found: ConnectionSummary,
  form: URLSearchParams,
) => Promise<Response>;

/** The changes to a connection, by the value of the form's button. */
const CHANGES: Record<string, ConnectionChange> = { disconnect, ask, save, narrow };

/**
 * Handles `/connected-assistants` for a signed-in visitor, with or without a form. Other visitors must sign in first.
 */
export async function showAssistants(to: CustomerPageRequest | CustomerForm): Promise<Response> {
  const { session, visit } = to;
  const signedIn = session && (await session.port.read()).signedIn;
  if (!session || !signedIn) return seeOther(signInAddress(visit, null, { to: ASSISTANTS_PATH }));
  const context = { ...to, signedIn, formToken: session.formToken };
  return connectedAssistants(context, "form" in to ? to.form : null);
}

async function disconnect(context: AssistantsPageContext, found: ConnectionSummary): Promise<Response> {
  try {
    await context.connection(found.id).end("disconnected", context.requestId);
  } catch (cause) {
    log("connection_unreachable", { request_id: context.requestId, cause });
    const { notDisconnected } = listTexts[context.visit.language].refusals;
    return refuseForm(context, 503, notDisconnected(found.name));
  }
  return backToList(context, "ended", found.id);
}

async function disconnectAll(context: AssistantsPageContext): Promise<Response> {
  const { loginId } = context.signedIn;
  const { total, failed } = await endConnections(context, { loginId, requestId: context.requestId });
  if (failed === 0) return backToList(context, "ended-all");
  const { notAllDisconnected } = listTexts[context.visit.language].refusals;
  return refuseForm(context, 503, notAllDisconnected(failed, total));
}

async function narrow(
  context: AssistantsPageContext,
  found: ConnectionSummary,
  form: URLSearchParams,
): Promise<Response> {
  if (!isActive(found, context.now())) return notFound(context);
  const texts = listTexts[context.visit.language].refusals;
  const limitWords = limitTexts[context.visit.language];
  const refuse = (status: number, text: string) => refuseForm(context, status, text, { narrowing: found.id });

  const ticked = form.getAll("scope");
  if (!ticked.every((scope) => scope === "account:read" || CHANGE_SCOPES.some((kind) => kind === scope))) {
    return refuse(400, texts.badScope);
  }
  const limits = form.getAll("limit");
  const limit = readLimit(limits[0] ?? writeLimit(found.limit));
  if (limits.length > 1 || !limit) return refuse(400, limitWords.missing);
  const named = await nameOf(context, found, limit);
  if (named === "unavailable") return refuse(503, texts.billing);
  if (named === "outside") return refuse(400, limitWords.outside);

  const scopes = inOrder(["account:read", ...ticked]);
  const done = await context.connection(found.id).narrow({ scopes, limit, ...named });
  return done ? backToList(context, "narrowed", found.id) : refuse(409, texts.wider);
}

/** Sets the changes that need the customer's approval. */
async function ask(context: AssistantsPageContext, found: ConnectionSummary, form: URLSearchParams): Promise<Response> {
  if (!isActive(found, context.now())) return notFound(context);
  const { unknown, badAmount } = askTexts[context.visit.language];
  const entry = asksEntryOf(form);
  const asks = readAsks(entry);
  if (asks === "unknown") return refuseForm(context, 400, unknown);
  if (asks === "amount") {
    const errors = [{ field: amountField(askFieldsId(found.id)), text: badAmount }];
    return refuseForm(context, 400, badAmount, { refusedAsks: { id: found.id, entry, errors } });
  }
  if (!(await context.connection(found.id).ask(asks))) return notFound(context);
  return backToList(context, "asks", found.id);
}

/** Saves a card's changed approvals, scopes and limit after the customer pressed the Enter key. */
async function save(
  context: AssistantsPageContext,
  found: ConnectionSummary,
  form: URLSearchParams,
): Promise<Response> {
  const { scopes, limit, asks } = found;
  const now = asksEntry(asks);
  const entry = asksEntryOf(form);
  const isAsking = entry.ticked.join() !== now.ticked.join() || entry.amount !== now.amount;
  const kept = ["account:read", ...form.getAll("scope")].toSorted().join();
  const chosen = form.get("limit") ?? writeLimit(limit);
  const isNarrowing = kept !== scopes.toSorted().join() || chosen !== writeLimit(limit);
  const asked = isAsking ? await ask(context, found, form) : null;
  return asked && (!isNarrowing || asked.status !== 303) ? asked : narrow(context, found, form);
}

/** Returns the name of a new limit, and the domain that contains it. An unchanged limit is not looked up. */
async function nameOf(
  context: AssistantsPageContext,
  { accountId, limit, limitName }: ConnectionSummary,
  to: ConnectionSummary["limit"],
): Promise<Pick<Narrowing, "limitName" | "within"> | "outside" | "unavailable"> {
  if (writeLimit(limit) === writeLimit(to)) return { limitName };
  const check = await readAndConfirmLimit(context, accountId, to);
  if (check.outcome !== "inside") return check.outcome;
  const isWithin = limit.kind === "domain" && check.service && isOnDomain(check.service, limit.name);
  return { limitName: check.name, ...(isWithin && { within: limit.name }) };
}

/** Returns the same page for a forged id, for another login's connection and for a deleted connection. */
async function notFound(context: AssistantsPageContext): Promise<Response> {
  const { visit, signedIn, formToken } = context;
  const frame = await frameOf(context, signedIn);
  const person = <Person visit={visit} email={signedIn.email} formToken={formToken} />;
  const { title, what, next, back } = listTexts[visit.language].notFound;
  const page = (
    <CustomerPage context={context} title={title} frame={frame} person={person}>
      <h1>{title}</h1>
      <p>{what}</p>
      <p class="muted">{next}</p>
      <p class="links">
        <a href={linkTo(visit, ASSISTANTS_PATH)}>{back}</a>
      </p>
    </CustomerPage>
  );
  return pageResponse(page, { ...context, status: 404 });
}
