import type { Login, SignedInLogin } from "../../billing-contract/sign-in.ts";
import { addressOf } from "../../platform/caller-address.ts";
import { type CookieSettings, cookieValues, setCookie } from "../cookies.ts";
import { seeOther } from "../page-response.ts";
import { browserName } from "./browser-name.ts";
import type { SessionRotation } from "./session.ts";
import type { BrowserSession } from "./sessions.ts";
import { CodeForm, PasswordForm, signInTexts } from "./sign-in-forms.tsx";
import type { ResponseOptions, SignInJourney } from "./sign-in-journey.ts";

/**
 * The waits before the lookups of a rotation. The lookup is repeated because another copy of the request may still be
 * running. That copy may have accepted the code that this copy refused.
 */
const LOOKUP_WAITS_MS = [0, 250, 750];

/**
 * Handles `GET`. With the parameter `again`, the form is shown even to a signed-in login or to one with a pending code.
 */
export async function showSignIn(journey: SignInJourney, headers: Record<string, string> = {}): Promise<Response> {
  const { visit, state, now } = journey;
  const { signedIn, secondStep } = state;
  const again = visit.url.searchParams.has("again");
  // The pending code comes first, because a signed-in visitor may be signing in again.
  if (!again && secondStep && secondStep.expiresAt > now()) return formPage(journey, "code", secondStep.email);
  if (!again && signedIn) return seeOther(journey.target);
  return formPage(journey, "password", signedIn?.email ?? journey.loginHint ?? "", { headers });
}

/** Handles `POST` of an e-mail address and password, or of the code in the second step. */
export function submitSignIn(journey: SignInJourney, form: URLSearchParams): Promise<Response> {
  const code = form.get("code");
  return code === null ? withPassword(journey, form) : withCode(journey, code.replace(/\s/g, ""));
}

async function withPassword(journey: SignInJourney, form: URLSearchParams): Promise<Response> {
  const email = (form.get("email") ?? "").trim();
  const password = form.get("password") ?? "";
  const errors: SignInError[] = [];
  if (email === "" || email.length > 254) errors.push(["email", "emailMissing"]);
  if (password === "") errors.push(["password", "passwordMissing"]);
  if (errors.length > 0) return formPage(journey, "password", email, { status: 422, errors });

  const { billing, request, requestId } = journey;
  const origin = { address: addressOf(request), marks: marksOf(request) };
  const result = await billing.signIn({ requestId }, { email, password, ...origin });
  if (!result.ok) {
    const headers = { "Retry-After": String(result.problem.retryAfter) };
    return formPage(journey, "password", email, { status: 503, headers, errors: [[null, "unavailable"]] });
  }
  switch (result.value.outcome) {
    case "too_many":
      return journey.tooMany(result.value.retryAfter);
    case "refused":
      return formPage(journey, "password", email, { status: 422, errors: [[null, "refused"]] });
    case "second_step":
      await journey.session.port.awaitSecondStep({ challenge: result.value.challenge, email });
      return seeOther(journey.address());
    case "signed_in":
      return enterMarked(journey, result.value, null);
  }
}

/** Matches the code of an authenticator, or a recovery code. */
const CODE = /^(\d{6}){1,2}$/;

async function withCode(journey: SignInJourney, code: string): Promise<Response> {
  const { session, state } = journey;
  const waiting = state.secondStep;
  const isWaiting = waiting !== null && waiting.expiresAt > journey.now();
  const email = waiting?.email ?? "";
  const step = isWaiting ? "code" : "password";
  const refuse = (error: SignInError) => formPage(journey, step, email, { status: 422, errors: [error] });
  if (!CODE.test(code)) return refuse(isWaiting ? ["code", "codeMissing"] : [null, "codeExpired"]);

  // A code without a challenge is also sent, so that the billing system counts it as an attempt.
  const challenge = isWaiting ? waiting.challenge : "";
  const { billing, request, requestId } = journey;
  const origin = { address: addressOf(request), marks: marksOf(request) };
  const result = await billing.signInSecondStep({ requestId }, { challenge, code, ...origin });
  if (!result.ok) {
    const headers = { "Retry-After": String(result.problem.retryAfter) };
    return formPage(journey, step, email, { status: 503, headers, errors: [[null, "codeUnavailable"]] });
  }
  switch (result.value.outcome) {
    case "too_many":
      return journey.tooMany(result.value.retryAfter);
    case "refused":
      return (
        (await enteredBefore(journey, code)) ??
        formPage(journey, "code", email, { status: 422, errors: [["code", "codeRefused"]] })
      );
    case "expired": {
      const before = await enteredBefore(journey, code);
      if (before) return before;
      await session.port.awaitSecondStep(null);
      // If the challenge had not expired here, too many wrong codes have ended it.
      const error = isWaiting ? "codesUsedUp" : "codeExpired";
      return formPage(journey, "password", email, { status: 422, errors: [[null, error]] });
    }
    case "signed_in":
      return enterMarked(journey, result.value, code);
  }
}

/** The marks of the logins that have signed in with this browser, newest first. The cookie outlives the session. */
const MARKS: CookieSettings = { name: "signed-in-before", path: "/" };
const MARKS_FOR_S = 180 * 86_400;
const MAX_MARKS = 5;

function marksOf(request: Request): string[] {
  return cookieValues(request, MARKS)
    .flatMap((value) => value.split("."))
    .slice(0, MAX_MARKS);
}

/**
 * Signs the login in and marks the browser as known.
 * @param code see {@link enter}
 */
export async function enterMarked(
  journey: Entering,
  { login, mark }: Pick<SignedInLogin, "login" | "mark">,
  code: string | null,
): Promise<Response> {
  const response = await enter(journey, login, code);
  const marks = [...new Set([mark, ...marksOf(journey.request)])].slice(0, MAX_MARKS);
  response.headers.append("Set-Cookie", setCookie(MARKS, marks.join("."), journey.visit.url, MARKS_FOR_S));
  return response;
}

/** The parts of a sign-in that are needed to continue in a session with a new id. */
interface Entering
  extends Pick<SignInJourney, "request" | "session" | "sessions" | "at" | "visit" | "target" | "refuse"> {
  /** Time of the login's last sign-in, if that was before this request. */
  signedInAt?: number | undefined;
}

/**
 * Continues in a session with a new id, so that the old id becomes worthless.
 * @param code the value that completed the sign-in, which identifies the sign-in if the form is sent twice; `null` if
 *   only a password was sent
 * @param authenticatedAt time at which the billing system's own page authenticated the person
 */
export async function enter(
  journey: Entering,
  login: Login,
  code: string | null,
  authenticatedAt?: number,
): Promise<Response> {
  const { request, session, sessions, at, signedInAt = at } = journey;
  const refused = await journey.refuse?.(login);
  if (refused) return refused;
  const fresh = await sessions.start();
  const asked = authenticatedAt === undefined ? {} : { authenticatedAt };
  const signedIn = {
    loginId: login.id,
    email: login.email,
    at: signedInAt,
    ...(signedInAt !== at && { begunAt: at }),
    browser: browserName(request.headers.get("User-Agent")),
    ...asked,
  };
  const proof = code === null ? null : await proofOf(session, code);
  return goOnIn(journey, await session.port.rotate({ session: fresh.id, signedIn }, proof));
}

/**
 * Continues in the session that the first copy of a form began, if the form was sent twice. Returns `null` if no
 * session began with the same code recently.
 */
export async function enteredBefore(
  journey: Entering,
  code: string,
  waits: readonly number[] = LOOKUP_WAITS_MS,
): Promise<Response | null> {
  const proof = await proofOf(journey.session, code);
  for (const wait of waits) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const rotation = await journey.session.port.rotated(proof);
    if (rotation) return goOnIn(journey, rotation);
  }
  return null;
}

async function goOnIn({ sessions, target, visit }: Entering, rotation: SessionRotation): Promise<Response> {
  const session = await sessions.begin(rotation);
  return seeOther(target, sessions.cookie(session, visit.url));
}

/**
 * Returns a proof of a code. It hides the code from anyone who can read the stored session, because they lack the form
 * token.
 */
async function proofOf({ formToken }: BrowserSession, code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${formToken} ${code}`));
  return new Uint8Array(digest).toHex();
}

/** An error and the id of its field, which is `null` for the whole form. */
type SignInError = [field: string | null, words: keyof (typeof signInTexts)["en"]];

interface FormState extends ResponseOptions {
  errors?: SignInError[];
}

function formPage(
  journey: SignInJourney,
  step: "password" | "code",
  email: string,
  { errors = [], ...options }: FormState = {},
): Promise<Response> {
  const texts = signInTexts[journey.visit.language];
  const form = { journey, email, errors: errors.map(([field, words]) => ({ field, text: texts[words] })) };
  return step === "code"
    ? journey.show(step, texts.secondTitle, <CodeForm {...form} />, options)
    : journey.show(step, journey.passwordPage.title, <PasswordForm {...form} />, options);
}
