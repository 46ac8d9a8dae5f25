import * as z from "zod";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import type { EndedSignIn, Login } from "../../../shared/billing-contract/sign-in.ts";
import { log } from "../../../shared/platform/log.ts";
import { unavailable } from "../results.ts";
import type { AddonSignIn, WhmcsContext } from "../whmcs-context.ts";
import { keepLogin } from "./logins.ts";

/** What was sent along with the customer. */
export interface AddonRequest {
  state: string;
  /** Whoever has the code without this has nothing. */
  verifier: string;
}

const Exchanged = z.object({
  user: z.object({
    id: z.int().positive(),
    email: z.string().min(3).max(254),
    language: z.enum(["en", "fr"]),
    clients: z.array(z.object({ id: z.int().positive(), isOwner: z.boolean() })),
  }),
});

/** The addon sends the browser back to the address in its own settings, never to one that came with the request. */
export async function beginAtAddon(
  { clientArea }: AddonSignIn,
  returnTo: string,
): Promise<{ address: string; request: AddonRequest }> {
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const address = new URL(`${clientArea}/index.php`);
  const challenge = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
  const parameters = { m: "frontdesk", page: "sign-in", state, challenge, return_to: returnTo };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href, request: { state, verifier } };
}

/** Exchanges the one-time code for the user that WHMCS itself has signed in. */
export async function endAtAddon(
  context: WhmcsContext,
  { bridge }: AddonSignIn,
  { state, verifier }: AddonRequest,
  returned: Record<string, string>,
  requestId: string | undefined,
): Promise<BillingResult<EndedSignIn>> {
  if (returned.state !== state) return ended({ outcome: "expired" });
  if (returned.error !== undefined) return ended({ outcome: "refused", reason: "declined" });
  const { code } = returned;
  if (!code || code.length > 200) return ended({ outcome: "expired" });
  const exchanged = await bridge.call("exchange", { code, verifier }, Exchanged, { requestId, kind: "action" });
  if (exchanged.kind === "unavailable") return unavailable();
  if (exchanged.kind === "refused") {
    // A code is accepted once and for a minute.
    if (exchanged.code === "invalid_code") return ended({ outcome: "expired" });
    if (exchanged.code === "unknown_user") return ended({ outcome: "refused", reason: "not_accepted" });
    // Every other refusal is about the call, and the operator's to mend.
    log("billing_bridge_failed", { request_id: requestId, call: "exchange", code: exchanged.code });
    return unavailable();
  }
  const { id, email, language, clients } = exchanged.value.user;
  const login: Login = { id, email, language };
  await keepLogin(context.db, login, null, { id, email, clients });
  return ended({ outcome: "signed_in", login });
}

function ended(value: EndedSignIn): BillingResult<EndedSignIn> {
  return { ok: true, value };
}

function randomText(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}
