import * as z from "zod";
import type { Call } from "../../../shared/billing-contract/call.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import type { BeginSignIn, EndedSignIn, EndSignIn, SignInRedirect } from "../../../shared/billing-contract/sign-in.ts";
import { log } from "../../../shared/platform/log.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { keepLogin, WhmcsUser } from "./logins.ts";

const VALID_MS = 600_000;
const MAX_CODE = 200;

/** What is kept in the browser's session between the two halves of a sign-in. Whoever has the code without the verifier has nothing. */
const Waiting = z.object({ at: z.number(), state: z.string(), verifier: z.string() });

const Exchanged = z.object({ user: WhmcsUser });

/**
 * Where the customer signs in: the addon's page, which WHMCS shows to signed-in users alone. It sends the browser back to the address in
 * its own settings, never to one that came with the request.
 */
export async function beginSignIn(
  { now, clientArea }: WhmcsContext,
  _call: Call,
  { returnTo }: BeginSignIn,
): Promise<BillingResult<SignInRedirect>> {
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const address = new URL(`${clientArea}/index.php`);
  const challenge = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
  const parameters = { m: "frontdesk", page: "sign-in", state, challenge, return_to: returnTo };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const waiting: z.input<typeof Waiting> = { at: now(), state, verifier };
  return { ok: true, value: { address: address.href, state: JSON.stringify(waiting) } };
}

/** Exchanges the one-time code for the user that WHMCS itself has signed in. */
export async function endSignIn(
  context: WhmcsContext,
  { requestId }: Call,
  { state: kept, returned }: EndSignIn,
): Promise<BillingResult<EndedSignIn>> {
  const waiting = Waiting.safeParse(parsed(kept));
  if (!waiting.success || Math.abs(context.now() - waiting.data.at) > VALID_MS) return ended({ outcome: "expired" });
  const { state, verifier } = waiting.data;
  if (returned.state !== state) return ended({ outcome: "expired" });
  const { code } = returned;
  if (!code || code.length > MAX_CODE) return ended({ outcome: "expired" });
  const exchange = { code, verifier };
  const exchanged = await context.bridge.call("exchange", exchange, Exchanged, { requestId, kind: "action" });
  if (exchanged.kind === "unavailable") return unavailable();
  if (exchanged.kind === "refused") {
    // A code is accepted once and for a minute.
    if (exchanged.code === "invalid_code") return ended({ outcome: "expired" });
    if (exchanged.code === "unknown_user") return ended({ outcome: "refused", reason: "not_accepted" });
    // Every other refusal is about the call, and the operator's to end.
    log("billing_bridge_failed", { request_id: requestId, call: "exchange", code: exchanged.code });
    return unavailable();
  }
  const { user } = exchanged.value;
  await keepLogin(context.db, user);
  return ended({ outcome: "signed_in", login: { id: user.id, email: user.email, language: user.language } });
}

function parsed(state: string): unknown {
  try {
    return JSON.parse(state);
  } catch {
    // expected: a state that was not made here
    return null;
  }
}

function ended(value: EndedSignIn): BillingResult<EndedSignIn> {
  return { ok: true, value };
}

function randomText(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}
