import type { ApprovalDecision, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import { ButtonLink, Submit } from "../../../../shared/pages/buttons.tsx";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import { SIGN_OUT_PATH } from "../../../../shared/pages/sign-in/sign-in-address.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { holdingOn } from "../../queries/billing-answers.ts";
import { areaAround, show } from "../answers.tsx";
import { frameOf } from "../area-frame.ts";
import { CustomerPage, HiddenFields } from "../components/customer-page.tsx";
import { ASSISTANTS_PATH, approvalAddress, readApproval, signInForApproval } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest } from "../page-request.ts";
import { isRecent } from "../sign-in/recent-sign-in.ts";
import { ApprovalPage, type OpenedApproval } from "./approval-page.tsx";

const stops = byLanguage({
  notFound: {
    status: 404,
    title: { en: "There is no such request", fr: "Cette demande n’existe pas" },
    what: {
      en: "This request is for another login, or it ended long ago and was deleted. Nothing was done.",
      fr: "Rien de tel n’a été demandé à l’identifiant dont la session est ouverte, ou la demande a été oubliée quelque temps après sa fin. Rien n’a été fait.",
    },
    next: {
      en: "If it is for another login of yours, sign in with that one and open the link again.",
      fr: "Si c’est un autre de vos identifiants qui a été sollicité, ouvrez une session avec celui-là et suivez de nouveau le lien.",
    },
  },
  gone: {
    status: 410,
    title: { en: "This request has ended", fr: "Cette demande a pris fin" },
    what: {
      en: "Its connection has ended, or you no longer manage the account. Nothing can be approved.",
      fr: "La connexion qui le demandait a pris fin, ou vous ne gérez plus son compte. Rien ne peut être approuvé.",
    },
    next: {
      en: "Connected assistants shows what is connected now.",
      fr: "Ce qui est connecté maintenant figure sous Assistants connectés.",
    },
  },
  unknown: {
    status: 400,
    title: { en: "Answer not understood", fr: "Réponse non comprise" },
    what: {
      en: "Your answer could not be read. Nothing was decided.",
      fr: "Nous n’avons pas pu lire votre réponse. Rien n’a été décidé.",
    },
    next: { en: "Go back to the request and answer it there.", fr: "Revenez à la demande et répondez-y là." },
  },
  unavailable: {
    status: 503,
    title: { en: "The request cannot be read right now", fr: "La demande ne peut pas être lue en ce moment" },
    what: {
      en: "A part of this service did not answer. If you have just approved or declined, your answer may have been saved.",
      fr: "Une partie de ce service n’a pas répondu. Si vous veniez d’approuver ou de refuser, il se peut que cela compte.",
    },
    next: {
      en: "Open the request again in a moment: it shows your answer.",
      fr: "Rouvrez la demande dans un moment : elle dit ce qui compte.",
    },
  },
});

const wayTexts = byLanguage({
  again: { en: "Open the request again", fr: "Rouvrir la demande" },
  otherLogin: { en: "Use another login", fr: "Changer d’identifiant" },
  assistants: { en: "Connected assistants", fr: "Assistants connectés" },
});

/** Handles `GET` of an approval page, which shows the request or its outcome. Nothing is changed. */
export async function showApproval(to: CustomerPageRequest): Promise<Response> {
  const opened = await open(to);
  return opened instanceof Response ? opened : page(opened);
}

/**
 * Handles `POST` of an approval page, with the customer's decision. It reads all facts again and takes only the
 * decision from the form.
 */
export async function decideApproval(own: CustomerForm): Promise<Response> {
  const opened = await open(own);
  if (opened instanceof Response) return opened;
  const { signedIn, account, approval } = opened;
  const decision = decisionOf(own.form);
  if (!decision) return stop(own, "unknown", approval);
  if (decision === "approve" && approval.state === "ASKED" && isSignInTooOld(opened)) {
    return seeOther(signInForApproval(own.visit, approval, true));
  }
  const decided = await attempt(own, () =>
    account.decideApproval(approval.id, signedIn.loginId, decision, own.requestId),
  );
  if (decided === "failed") return stop(own, "unavailable", approval);
  return decided ? seeOther(approvalAddress(own.visit, approval)) : stop(own, "notFound");
}

function decisionOf(form: URLSearchParams): ApprovalDecision | null {
  const [decision, ...others] = form.getAll("decision");
  if (others.length > 0) return null;
  return decision === "approve" || decision === "decline" ? decision : null;
}

/**
 * Opens the request that the URL names, or returns another page. Unknown requests and requests of other logins get the
 * same page.
 */
async function open(to: CustomerPageRequest): Promise<OpenedApproval | Response> {
  const reference = readApproval(to.visit.url.pathname);
  if (!reference) return stop(to, "notFound");
  const { session, ids } = to;
  const signedIn = session && (await session.port.read()).signedIn;
  if (!session || !signedIn) return seeOther(signInForApproval(to.visit, reference));
  if (!(await ids.isOurs(reference.connectionId))) return stop(to, "notFound");
  const connection = await attempt(to, () => to.connection(reference.connectionId).summary(0));
  if (connection === "failed") return stop(to, "unavailable", reference);
  if (connection?.loginId !== signedIn.loginId) return stop(to, "notFound");
  const holding = await holdingOn(to, signedIn, connection.accountId);
  if (!holding.ok) return stop(to, "unavailable", reference);
  if (!holding.value) return stop(to, "gone");
  const account = to.account(connection.accountId);
  const approval = await attempt(to, () => account.approval(reference.id, signedIn.loginId));
  if (approval === "failed") return stop(to, "unavailable", reference);
  if (approval?.connectionId !== connection.id) return stop(to, "notFound");
  if (connection.end && !isSettled(approval)) return stop(to, "gone");
  return { to, session, signedIn, connection, account, approval };
}

/** Checks whether the request was used, declined or expired. If so, its page stays after the connection has ended. */
function isSettled({ state }: ApprovalView): boolean {
  return state !== "ASKED" && state !== "APPROVED" && state !== "VOID";
}

/** Calls an object. Logs a failure and returns `failed`. */
async function attempt<Value>(
  { requestId }: CustomerPageRequest,
  call: () => Promise<Value>,
): Promise<Value | "failed"> {
  try {
    return await call();
  } catch (cause) {
    log("approval_unreachable", { request_id: requestId, cause });
    return "failed";
  }
}

function isSignInTooOld({ to, signedIn, approval }: OpenedApproval): boolean {
  return commandDefinitions[approval.operation].approvalNeedsSignIn === true && !isRecent({ ...to, signedIn });
}

/** Shows the page, and selects the request's account, like links within the client area. */
async function page(opened: OpenedApproval): Promise<Response> {
  const { to, session, signedIn, connection } = opened;
  const { accountId } = connection;
  const frame = await frameOf(to, { ...signedIn, accountId });
  if (frame?.hasOthers && signedIn.accountId !== accountId) {
    await logFailure("session_unreachable", session.port.selectAccount(accountId), { request_id: to.requestId });
  }
  return show(to, <ApprovalPage opened={opened} frame={frame} needsSignIn={isSignInTooOld(opened)} />);
}

/**
 * Returns a page that ends the flow.
 * @param at the request to open again, if that may help
 */
async function stop(
  to: CustomerPageRequest,
  kind: keyof (typeof stops)["en"],
  at?: Pick<ApprovalView, "connectionId" | "id">,
): Promise<Response> {
  const { visit, session } = to;
  const { language } = visit;
  const texts = wayTexts[language];
  const { status, title, what, next } = stops[language][kind];
  const message = (
    <CustomerPage context={to} title={title} {...(await areaAround(to))}>
      <h1>{title}</h1>
      <p>{what}</p>
      <p class="muted">{next}</p>
      <div class="buttons">
        {kind === "notFound" && session && (
          <form method="post" action={linkTo(visit, SIGN_OUT_PATH)}>
            <HiddenFields token={session.formToken} />
            <Submit class="button" label={texts.otherLogin} />
          </form>
        )}
        <ButtonLink
          class={at ? "button" : "button primary"}
          href={linkTo(visit, ASSISTANTS_PATH)}
          label={texts.assistants}
        />
        {at && <ButtonLink class="button primary" href={approvalAddress(visit, at)} label={texts.again} />}
      </div>
    </CustomerPage>
  );
  return show(to, message, { status, ...(kind === "unavailable" && { headers: { "Retry-After": "5" } }) });
}
