import type {
  ApprovalDecision,
  ApprovalPort,
  ApprovalView,
} from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { ConnectionSummary } from "../../../../durable-objects/connection/connection-port.ts";
import { MessagePage } from "../../../../shared/pages/message-page.tsx";
import { seeOther } from "../../../../shared/pages/page-response.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";
import { linkTo } from "../../../../shared/pages/visit.ts";
import { log } from "../../../../shared/platform/log.ts";
import { commandDefinitions } from "../../acting-operations.ts";
import { holdingOn } from "../../queries/account-queries.ts";
import { show } from "../answers.tsx";
import { HiddenFields } from "../components/hidden-fields.tsx";
import { ASSISTANTS_PATH, approvalAddress, readApproval, SIGN_OUT_PATH, signInForApproval } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest, CustomerSession } from "../page-request.ts";
import { isRecent, wasNotAsked } from "../sign-in/recent-sign-in.ts";
import { ApprovalPage } from "./approval-page.tsx";
import { approvalTexts } from "./approval-texts.ts";

/** A request that the signed-in login was asked, with the connection that asked. */
interface OpenedApproval {
  to: CustomerPageRequest;
  session: CustomerSession;
  signedIn: SignedIn;
  connection: ConnectionSummary;
  account: ApprovalPort;
  approval: ApprovalView;
}

type ApprovalStop = keyof (typeof approvalTexts)["en"]["stops"];
const STATUSES: Record<ApprovalStop, number> = { notFound: 404, gone: 410, unknown: 400, unavailable: 503 };

/** `GET` of an approval's page: what is asked, or what became of it. Changes nothing. */
export async function showApproval(to: CustomerPageRequest): Promise<Response> {
  const opened = await open(to);
  return opened instanceof Response ? opened : page(opened);
}

/** `POST` of an approval's page: the customer's decision. Everything it depends on is read anew, nothing is taken from the form. */
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

/** The request of the address; else the page to answer with instead. One answer for what is another login's and what is not there. */
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

/** Whether it ended otherwise than with its connection: then its page says how. */
function isSettled({ state }: ApprovalView): boolean {
  return state !== "ASKED" && state !== "APPROVED" && state !== "VOID";
}

/** What an object answers; `failed`, and logged, where it does not. */
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

function page(opened: OpenedApproval): Promise<Response> {
  const { to, session, signedIn, connection, approval } = opened;
  return show(
    to,
    <ApprovalPage
      context={to}
      approval={approval}
      connection={connection}
      signedIn={signedIn}
      formToken={session.formToken}
      needsSignIn={isSignInTooOld(opened)}
      wasNotAsked={wasNotAsked({ ...to, signedIn })}
    />,
  );
}

/** A page that ends the way. @param at the request to open again, where that may help */
function stop(
  to: CustomerPageRequest,
  kind: ApprovalStop,
  at?: Pick<ApprovalView, "connectionId" | "id">,
): Promise<Response> {
  const { theme, visit, session } = to;
  const texts = approvalTexts[visit.language];
  const { title, what, next } = texts.stops[kind];
  const message = (
    <MessagePage theme={theme} visit={visit} title={title} what={what} next={next}>
      <div class="buttons">
        {kind === "notFound" && session && (
          <form method="post" action={linkTo(visit, SIGN_OUT_PATH)}>
            <HiddenFields token={session.formToken} pending={null} />
            <button class="button" type="submit">
              {texts.otherLogin}
            </button>
          </form>
        )}
        <a class={at ? "button" : "button primary"} href={linkTo(visit, ASSISTANTS_PATH)}>
          {texts.assistants}
        </a>
        {at && (
          <a class="button primary" href={approvalAddress(visit, at)}>
            {texts.again}
          </a>
        )}
      </div>
    </MessagePage>
  );
  return show(to, message, {
    status: STATUSES[kind],
    ...(kind === "unavailable" && { headers: { "Retry-After": "5" } }),
  });
}
