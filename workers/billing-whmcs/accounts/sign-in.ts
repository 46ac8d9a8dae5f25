import * as z from "zod";
import type { Call } from "../../../shared/billing-contract/call.ts";
import type { BeginSignIn, EndedSignIn, EndSignIn, SignInRedirect } from "../../../shared/billing-contract/sign-in.ts";
import { jsonObjectIn } from "../../../shared/platform/json.ts";
import { UserAnswer } from "../answers/accounts.ts";
import { NoAnswer, orNoAnswer } from "../bridge/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

const VALID_MS = 600_000;
const MAX_CODE = 200;

/** The state of a sign-in, stored in the browser's session. A returned code is useless without the verifier. */
const Waiting = z.object({ at: z.number(), state: z.string(), verifier: z.string() });

/**
 * Begins a sign-in at the addon's page, which WHMCS shows only to signed-in users. The page sends the browser back to
 * the URL in the addon's settings, never to a URL from the request.
 */
export async function beginSignIn(
  { now, installation, settings }: WhmcsContext,
  _call: Call,
  { returnTo }: BeginSignIn,
): Promise<SignInRedirect> {
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const challenge = base64url(new Uint8Array(digest));
  const query = new URLSearchParams({ m: "frontdesk", page: "sign-in", state, challenge, return_to: returnTo });
  const waiting: z.input<typeof Waiting> = { at: now(), state, verifier };
  const clientArea = installation.clientArea ?? settings.base;
  return { address: `${clientArea}/index.php?${query}`, state: JSON.stringify(waiting) };
}

/** Exchanges the one-time code for the user who signed in to WHMCS. */
export async function endSignIn(
  context: WhmcsContext,
  { requestId }: Call,
  { state: kept, returned }: EndSignIn,
): Promise<EndedSignIn> {
  const waiting = Waiting.safeParse(jsonObjectIn(kept));
  if (!waiting.success || Math.abs(context.now() - waiting.data.at) > VALID_MS) return { outcome: "expired" };
  const { state, verifier } = waiting.data;
  const { code } = returned;
  if (returned.state !== state || !code || code.length > MAX_CODE) return { outcome: "expired" };
  const exchange = { code, verifier };
  const exchanged = await orNoAnswer(
    context.bridge.call("exchange", exchange, UserAnswer, { requestId, kind: "action" }),
  );
  if (exchanged instanceof NoAnswer) {
    // A code can be used once, within one minute.
    if (exchanged.code === "invalid_code") return { outcome: "expired" };
    if (exchanged.code === "unknown_user") return { outcome: "refused", reason: "not_accepted" };
    throw exchanged;
  }
  const { user } = exchanged;
  return { outcome: "signed_in", login: { id: user.id, email: user.email, language: user.language } };
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
