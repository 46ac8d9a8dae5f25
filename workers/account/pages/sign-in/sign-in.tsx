import { askBilling } from "../../../../shared/ask-billing.ts";
import type { FormError } from "../../../../shared/pages/error-summary.tsx";
import { OperationError } from "../../../../shared/problems.ts";
import type { SignInAttempt } from "../../../../shared/sessions/sign-in-attempts.ts";
import { BILLING_DEADLINE_MS } from "../../billing-deadline.ts";
import type { Session } from "../../sessions.ts";
import { closedQuestion, goOn, show, stopAt } from "../answers.tsx";
import { afterSignIn, signInAddress } from "../page-addresses.ts";
import type { OwnForm, PageRequest } from "../page-request.ts";
import { questionOf } from "../question.ts";
import { type Entry, enter, enteredBefore } from "./enter.ts";
import { SecondStepPage } from "./second-step-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { type SignInWords, signInTexts } from "./sign-in-texts.ts";

/** Parameter of the address to which signing out leads. */
export const SIGNED_OUT = "signed_out";

/** `GET /sign-in`; with `again` also where somebody is signed in or a code is waited for. */
export async function showSignIn(to: PageRequest): Promise<Response> {
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
export async function signIn(own: OwnForm): Promise<Response> {
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

  const attempt = await counted(to, email);
  if (attempt instanceof Response) return attempt;
  const result = await askBilling(() => to.billing.signIn({ email, password }), BILLING_DEADLINE_MS);
  if (!result.ok) {
    await attempt.giveBack();
    const headers = { "Retry-After": String(result.problem.retryAfter) };
    return passwordPage(entry, { email, status: 503, headers, errors: said(to, [null, "unavailable"]) });
  }
  switch (result.value.outcome) {
    case "refused":
      return passwordPage(entry, { email, status: 422, errors: said(to, [null, "refused"]) });
    case "second_step":
      await attempt.giveBack();
      await session.port.awaitSecondStep({ challenge: result.value.challenge, email });
      return goOn(signInAddress(to.visit, entry.asking?.id ?? null));
    case "signed_in":
      await attempt.giveBack();
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
  if (!waiting || waiting.expiresAt <= to.now()) return startOver(waiting?.email ?? "");
  const { challenge, email } = waiting;
  if (!/^\d{6}$/.test(code)) return codePage(entry, email, { status: 422, errors: said(to, ["code", "codeMissing"]) });

  const attempt = await counted(to, email);
  if (attempt instanceof Response) return attempt;
  const result = await askBilling(() => to.billing.signInSecondStep({ challenge, code }), BILLING_DEADLINE_MS);
  if (!result.ok) {
    await attempt.giveBack();
    const headers = { "Retry-After": String(result.problem.retryAfter) };
    return codePage(entry, email, { status: 503, headers, errors: said(to, [null, "codeUnavailable"]) });
  }
  switch (result.value.outcome) {
    case "refused":
      return (
        (await enteredBefore(entry, code)) ??
        codePage(entry, email, { status: 422, errors: said(to, ["code", "codeRefused"]) })
      );
    case "expired":
      return startOver(email);
    case "signed_in":
      await attempt.giveBack();
      return enter(entry, result.value.login, code);
  }
}

/** Null when the question it is for waits no more. */
async function entryOf(to: PageRequest & { session: Session }, pending: string | null): Promise<Entry | null> {
  const state = await to.session.port.read();
  const application = pending === null ? null : questionOf(state, pending, to.now());
  if (pending !== null && !application) return null;
  return {
    to,
    session: to.session,
    state,
    asking: pending !== null && application ? { id: pending, application } : null,
  };
}

/** Counts an attempt before it is made; a page where it must not be made. */
async function counted(to: PageRequest, email: string): Promise<SignInAttempt | Response> {
  try {
    return await to.attempts.count(email, to.request.headers.get("CF-Connecting-IP"));
  } catch (refusal) {
    if (!(refusal instanceof OperationError)) throw refusal;
    const ways = [
      { way: "signIn" as const, address: signInAddress(to.visit, to.visit.url.searchParams.get("pending")) },
    ];
    const stop = refusal.code === "rate_limited" ? "tooMany" : "cannotCount";
    return stopAt(to, stop, { retryAfter: refusal.retryAfter ?? 5, ways });
  }
}

function said(to: PageRequest, ...errors: [field: string | null, words: SignInWords][]): FormError[] {
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
      scene={to}
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
      scene={to}
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
