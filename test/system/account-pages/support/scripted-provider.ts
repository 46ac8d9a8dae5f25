import type { Call } from "../../../../shared/billing-contract/call.ts";
import type { CustomerReads } from "../../../../shared/billing-contract/customer.ts";
import type { BillingResult } from "../../../../shared/billing-contract/result.ts";
import type {
  BeginSignIn,
  EndedSignIn,
  EndSignIn,
  SignInRedirect,
} from "../../../../shared/billing-contract/sign-in.ts";

export const PROVIDER_HOST = "my.provider.example";

let begun = 0;
const usedCodes = new Set<string>();

/**
 * Simulates a billing system with its own sign-in page. The query of the return URL decides the outcome. A code
 * consists of the name of a login, a dot and any suffix, and works once. With the suffix `told`, the result states that
 * the login manages no account. With the suffix `earlier`, the customer entered the password an hour ago.
 */
export function providerSignIn(real: Pick<CustomerReads, "signIn">, origin = `https://${PROVIDER_HOST}`) {
  return {
    async beginSignIn(_: Call, { returnTo, language, isAgain }: BeginSignIn): Promise<BillingResult<SignInRedirect>> {
      const state = `state-${++begun}`;
      const query = new URLSearchParams({ state, return_to: returnTo, lang: language });
      if (isAgain) query.set("prompt", "login");
      return { ok: true, value: { address: `${origin}/authorize?${query}`, state } };
    },
    async endSignIn(call: Call, { state, returned, returnTo }: EndSignIn): Promise<BillingResult<EndedSignIn>> {
      if (returned.state !== state || !returnTo.endsWith("/sign-in/returned")) return ended({ outcome: "expired" });
      const { code = "", error } = returned;
      if (error === "down") throw new Error("down");
      if (error) return ended({ outcome: "refused", reason: error === "unsure" ? "not_accepted" : "declined" });
      if (code === "" || usedCodes.has(code)) return ended({ outcome: "expired" });
      usedCodes.add(code);
      const [login = ""] = code.split(".");
      const address = "2001:db8::1";
      const signedIn = await real.signIn(call, {
        email: `${login}@maple.example`,
        password: `maple-${login}`,
        address,
        marks: [],
      });
      if (!signedIn.ok || signedIn.value.outcome !== "signed_in") throw new Error(`no login ${login}`);
      const told = {
        ...(code.endsWith("told") && { hasAccounts: false }),
        ...(code.endsWith("earlier") && { authenticatedAt: Date.now() - 3_600_000 }),
      };
      return ended({ outcome: "signed_in", login: signedIn.value.login, ...told });
    },
  };
}

function ended(value: EndedSignIn): BillingResult<EndedSignIn> {
  return { ok: true, value };
}
