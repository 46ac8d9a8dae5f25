import { askBilling } from "../../../../shared/billing-contract/ask-billing.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { addressOf } from "../../../../shared/platform/caller-address.ts";
import { BILLING_DEADLINE_MS } from "../../queries/account-queries.ts";
import type { BrowserSession } from "../../sessions.ts";
import { closedQuestion, goOn, show, stopAt } from "../answers.tsx";
import { afterSignIn, signInAddress } from "../page-addresses.ts";
import type { CustomerForm, CustomerPageRequest } from "../page-request.ts";
import { pendingAuthorizationOf } from "../page-request.ts";
import { type Entry, enter, enteredBefore } from "./enter.ts";
import { SecondStepPage } from "./second-step-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { type SignInWords, signInTexts } from "./sign-in-texts.ts";

/** Parameter of the address to which signing out leads. */
export const SIGNED_OUT = "signed_out";

/** `GET /sign-in`; with `again` also where somebody is signed in or a code is waited for. */
export async function showSignIn(to: CustomerPageRequest): Promise<Response> {
  const { visit, now, sessions } = to;
  const pending = visit.url.searchParams.get("pending");
  const again = visit.url.searchParams.has("again");
  if (!to.session) {
    if (pending !== null) return stopAt(to, "noSession");
    const session = await sessions.start();
    const entry = { to, session, state: { signedIn: null, secondStep: null, pending: {} }, asking: null };
    return passwordPage(entry, { headers: { "Set-Cookie": sessions.cookie(session, visit.url) } });
  }
  const entry = await entryOf({ ...to, session: to.session }, pending);
  if (!entry) return closedQuestion(to, pending);
  const { signedIn, secondStep } = entry.state;
  if (!again && signedIn) return goOn(afterSignIn(to.visit, pending));
  if (!again && secondStep && secondStep.expiresAt > now()) return codePage(entry, secondStep.email);
  return passwordPage(entry, { email: signedIn?.email ?? entry.asking?.application.loginHint ?? "" });
}

/** `POST /sign-in`: e-mail and password, or the code of the second step. */
export async function signIn(own: CustomerForm): Promise<Response> {
  const pending = own.form.get("pending");
  const entry = await entryOf(own, pending);
  if (!entry) return closedQuestion(own, pending);
  const code = own.form.get("code");
  return code === null ? withPassword(entry, own.form) : withCode(entry, code.replace(/\s/g, ""));
}

async function withPassword(entry: Entry, form: URLSearchParams): Promise<Response> {
  const { to, session } = entry;
  const email = (form.get("email") ?? "").trim();
  const password = form.get("password") ?? "";
  const missing: [string, SignInWords][] = [];
  if (email === "" || email.length > 254) missing.push(["email", "emailMissing"]);
  if (password === "") missing.push(["password", "passwordMissing"]);
  if (missing.length > 0) return passwordPage(entry, { email, status: 422, errors: said(to, ...missing) });

  const { request, requestId } = to;
  const address = addressOf(request);
  const result = await askBilling(
    () => to.billing.signIn({ email, password, address, requestId }),
    BILLING_DEADLINE_MS,
    requestId,
  );
  if (!result.ok) {
    const headers = { "Retry-After": String(result.problem.retryAfter) };
    return passwordPage(entry, { email, status: 503, headers, errors: said(to, [null, "unavailable"]) });
  }
  switch (result.value.outcome) {
    case "too_many":
      return tooMany(to, result.value.retryAfter);
    case "refused":
      return passwordPage(entry, { email, status: 422, errors: said(to, [null, "refused"]) });
    case "second_step":
      await session.port.awaitSecondStep({ challenge: result.value.challenge, email });
      return goOn(signInAddress(to.visit, entry.asking?.id ?? null));
    case "signed_in":
      return enter(entry, result.value.login, null);
  }
}

async function withCode(entry: Entry, code: string): Promise<Response> {
  const { to, session, state } = entry;
  const waiting = state.secondStep;
  const startOver = async (email: string) => {
    const before = await enteredBefore(entry, code);
    if (before) return before;
    await session.port.awaitSecondStep(null);
    return passwordPage(entry, { email, status: 422, errors: said(to, [null, "codeExpired"]) });
  };
  const isWaiting = waiting !== null && waiting.expiresAt > to.now();
  const email = waiting?.email ?? "";
  if (!/^\d{6}$/.test(code)) {
    return isWaiting
      ? codePage(entry, email, { status: 422, errors: said(to, ["code", "codeMissing"]) })
      : passwordPage(entry, { email, status: 422, errors: said(to, [null, "codeExpired"]) });
  }

  // A code that nothing waits for is asked about too: there it is counted.
  const challenge = isWaiting ? waiting.challenge : "";
  const { request, requestId } = to;
  const address = addressOf(request);
  const result = await askBilling(
    () => to.billing.signInSecondStep({ challenge, code, address, requestId }),
    BILLING_DEADLINE_MS,
    requestId,
  );
  if (!result.ok) {
    const headers = { "Retry-After": String(result.problem.retryAfter) };
    const state = { status: 503, headers, errors: said(to, [null, "codeUnavailable"]) };
    return isWaiting ? codePage(entry, email, state) : passwordPage(entry, { email, ...state });
  }
  switch (result.value.outcome) {
    case "too_many":
      return tooMany(to, result.value.retryAfter);
    case "refused":
      return (
        (await enteredBefore(entry, code)) ??
        codePage(entry, email, { status: 422, errors: said(to, ["code", "codeRefused"]) })
      );
    case "expired":
      return startOver(email);
    case "signed_in":
      return enter(entry, result.value.login, code);
  }
}

/** Null when the question it is for waits no more. */
async function entryOf(
  to: CustomerPageRequest & { session: BrowserSession },
  pending: string | null,
): Promise<Entry | null> {
  const state = await to.session.port.read();
  const application = pending === null ? null : pendingAuthorizationOf(state, pending, to.now());
  if (pending !== null && !application) return null;
  return {
    to,
    session: to.session,
    state,
    asking: pending !== null && application ? { id: pending, application } : null,
  };
}

/** A page where the attempt was not made. */
function tooMany(to: CustomerPageRequest, retryAfter: number): Promise<Response> | Response {
  const address = signInAddress(to.visit, to.visit.url.searchParams.get("pending"));
  return stopAt(to, "tooMany", { retryAfter, ways: [{ way: "signIn", address }] });
}

function said(to: CustomerPageRequest, ...errors: [field: string | null, words: SignInWords][]): FormError[] {
  return errors.map(([field, words]) => ({ field, text: signInTexts[to.visit.language][words] }));
}

interface PageState {
  status?: number;
  headers?: Record<string, string>;
  errors?: FormError[];
}

function passwordPage(entry: Entry, { email = "", errors = [], ...rest }: PageState & { email?: string } = {}) {
  const { to, session, asking } = entry;
  const page = (
    <SignInPage
      context={to}
      action={signInAddress(to.visit, asking?.id ?? null)}
      token={session.formToken}
      asking={asking}
      isSignedOut={to.visit.url.searchParams.has(SIGNED_OUT) && errors.length === 0}
      email={email}
      errors={errors}
    />
  );
  return show(to, page, rest);
}

function codePage({ to, session, asking }: Entry, email: string, { errors = [], ...rest }: PageState = {}) {
  const pending = asking?.id ?? null;
  const again = signInAddress(to.visit, pending, { again: "1" });
  const page = (
    <SecondStepPage
      context={to}
      action={signInAddress(to.visit, pending)}
      token={session.formToken}
      pending={pending}
      email={email}
      again={again}
      errors={errors}
    />
  );
  return show(to, page, rest);
}
