import * as z from "zod";
import type { Call } from "../../../shared/billing-contract/call.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import type { BeginSignIn, EndedSignIn, EndSignIn, SignInRedirect } from "../../../shared/billing-contract/sign-in.ts";
import { log } from "../../../shared/platform/log.ts";
import { hasOpenAccount } from "../accounts/read-labels.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { beginAtAddon, endAtAddon } from "./addon-sign-in.ts";
import { resolveUser } from "./subject.ts";

const VALID_MS = 600_000;

/** What is kept in the browser's session between the two halves of a sign-in. */
const Waiting = z.object({
  at: z.number(),
  language: z.enum(["en", "fr"]),
  by: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("open_id"), state: z.string(), nonce: z.string(), verifier: z.string() }),
    z.object({ kind: z.literal("addon"), state: z.string(), verifier: z.string() }),
  ]),
});

/** Where the customer signs in: WHMCS's own page. Closed where nothing tells for certain which user it is. */
export async function beginSignIn(
  context: WhmcsContext,
  { requestId }: Call,
  begin: BeginSignIn,
): Promise<BillingResult<SignInRedirect>> {
  const { openId, addon } = context.signIn;
  const { returnTo, language } = begin;
  const keep = (by: z.input<typeof Waiting>["by"]) => JSON.stringify({ at: context.now(), language, by });
  if (openId) {
    const begun = await openId.begin({ ...begin, requestId });
    if (!begun) return unavailable();
    const { address, request } = begun;
    return { ok: true, value: { address, state: keep({ kind: "open_id", ...request }) } };
  }
  if (addon) {
    const { address, request } = await beginAtAddon(addon, returnTo);
    return { ok: true, value: { address, state: keep({ kind: "addon", ...request }) } };
  }
  log("sign_in_closed", { request_id: requestId });
  return unavailable();
}

export async function endSignIn(
  context: WhmcsContext,
  { requestId }: Call,
  { state, returned, returnTo }: EndSignIn,
): Promise<BillingResult<EndedSignIn>> {
  const waiting = Waiting.safeParse(parsed(state));
  if (!waiting.success || Math.abs(context.now() - waiting.data.at) > VALID_MS) return expired();
  const { by, language } = waiting.data;
  const { openId, addon } = context.signIn;
  if (by.kind === "addon") return addon ? endAtAddon(context, addon, by, returned, requestId) : expired();
  if (!openId) return expired();
  const there = await openId.end(by, returned, returnTo, requestId);
  switch (there.kind) {
    case "identity": {
      const resolved = await resolveUser(context, there.identity, language, requestId);
      if (resolved.kind === "login") {
        // The customer's page asks next whether there is an account to choose.
        const hasAccounts = await hasOpenAccount(context, resolved.accountIds);
        const { authenticatedAt } = there.identity;
        const told = {
          ...(hasAccounts !== undefined && { hasAccounts }),
          ...(authenticatedAt !== null && { authenticatedAt }),
        };
        return { ok: true, value: { outcome: "signed_in", login: resolved.login, ...told } };
      }
      if (resolved.kind === "refused") return refused("not_accepted");
      return resolved.kind === "unavailable" ? unavailable(resolved) : unavailable();
    }
    case "declined":
      return refused("declined");
    case "untrusted":
      return refused("not_accepted");
    case "foreign":
      return expired();
    case "unavailable":
      return unavailable();
  }
}

function parsed(state: string): unknown {
  try {
    return JSON.parse(state);
  } catch {
    // expected: a state of another version
    return null;
  }
}

function refused(reason: "declined" | "not_accepted"): BillingResult<EndedSignIn> {
  return { ok: true, value: { outcome: "refused", reason } };
}

function expired(): BillingResult<EndedSignIn> {
  return { ok: true, value: { outcome: "expired" } };
}
