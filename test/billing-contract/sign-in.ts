import { describe, expect, test } from "vitest";
import { ACCOUNT_LINK_KINDS } from "../../shared/billing-contract/description.ts";
import { CALL, LOGINS, valueIn } from "./questions.ts";
import type { BillingUnderTest } from "./scene.ts";

const UNAVAILABLE = { ok: false, problem: { code: "billing_unavailable", retryAfter: expect.any(Number) } };
const RETURN_TO = "https://maple.example/sign-in/returned";
const MAX_STATE_BYTES = 1_024;

let callers = 0;
/** Returns a new IP address for each call. */
const address = () => `198.51.100.${++callers}`;

export function describeCases(system: BillingUnderTest): void {
  const { billing, what } = system;

  test("returns the kind of sign-in, the client area's links and whether the system accepts changes, and repeats them on every call", async () => {
    const description = await valueIn(billing.describe(CALL));
    expect(description.signIn.kind).toBe(what.signIn);
    if (description.signIn.kind === "redirect") expect(description.signIn.host).toMatch(/^[a-z0-9.-]+(?::\d+)?$/);
    expect(description.acts).toBe(true);
    expect(description.demonstration).toBe(true);
    expect(Object.keys(description.links).toSorted()).toEqual([...ACCOUNT_LINK_KINDS].toSorted());
    // The links are paths relative to the client area's URL.
    for (const path of Object.values(description.links)) expect(path).toMatch(/^(?:\/|$)/);
    expect(await valueIn(billing.describe(CALL))).toEqual(description);
  });
}

export function signInCases({ billing, what }: BillingUnderTest): void {
  const signIn = (email: string, password: string) =>
    billing.signIn(CALL, { email, password, address: address(), marks: [] });

  if (what.signIn === "form") {
    test("signs in with the right password, and refuses a wrong password and an unknown login in the same way", async () => {
      const login = { id: LOGINS.owner, email: "owner@maple.example", language: "en" };
      const signedIn = { outcome: "signed_in", login, mark: expect.any(String) };
      expect(await signIn(login.email, "maple-owner")).toEqual({ ok: true, value: signedIn });
      const refused = { ok: true, value: { outcome: "refused" } };
      expect(await signIn(login.email, "maple-contact")).toEqual(refused);
      expect(await signIn("nobody@maple.example", "maple-owner")).toEqual(refused);
    });
  } else {
    test("refuses a password", async () => {
      expect(await signIn("owner@maple.example", "maple-owner")).toEqual(UNAVAILABLE);
    });
  }
}

export function secondStepCases({ billing, what }: BillingUnderTest): void {
  test(what.signIn === "form" ? "reports an unknown challenge as expired" : "is unavailable", async () => {
    const answer = await billing.signInSecondStep(CALL, {
      challenge: "",
      code: "123456",
      address: address(),
      marks: [],
    });
    expect(answer).toEqual(what.signIn === "form" ? { ok: true, value: { outcome: "expired" } } : UNAVAILABLE);
  });
}

export function beginSignInCases({ billing, what }: BillingUnderTest): void {
  const begin = () => billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "fr" });

  if (what.signIn === "form") {
    test("is unavailable in a system with a sign-in form", async () => {
      expect(await begin()).toEqual(UNAVAILABLE);
    });
  } else {
    test("leads to the billing system's own page with a new state each time, and does not reveal the state in the URL", async () => {
      const [one, other] = [await valueIn(begin()), await valueIn(begin())];
      const { signIn } = await valueIn(billing.describe(CALL));
      expect(new URL(one.address).host).toBe(signIn.kind === "redirect" && signIn.host);
      expect(one.address).not.toBe(other.address);
      expect(one.state).not.toBe(other.state);
      expect(new TextEncoder().encode(one.state).length).toBeLessThanOrEqual(MAX_STATE_BYTES);
      expect(decodeURIComponent(one.address)).not.toContain(one.state);
    });
  }
}

export function endSignInCases({ billing, what }: BillingUnderTest): void {
  const end = (state: string, returned: Record<string, string>) =>
    billing.endSignIn(CALL, { state, returned, returnTo: RETURN_TO });

  if (what.signIn === "form") {
    test("is unavailable in a system with a sign-in form", async () => {
      expect(await end("state", { code: "code" })).toEqual(UNAVAILABLE);
    });
  } else {
    const expired = { ok: true, value: { outcome: "expired" } };

    describe("a returning sign-in", () => {
      test("has expired if it has no valid state", async () => {
        for (const state of ["", "{}", "null", "x".repeat(MAX_STATE_BYTES)]) {
          expect(await end(state, { code: "code", state: "state" })).toEqual(expired);
        }
      });

      test("has expired with another sign-in's state or without one", async () => {
        const { state } = await valueIn(billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" }));
        expect(await end(state, { code: "code", state: "another" })).toEqual(expired);
        expect(await end(state, {})).toEqual(expired);
      });
    });
  }
}
