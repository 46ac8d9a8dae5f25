import { afterAll, describe, expect, test } from "vitest";
import { CALL } from "./support/reading.ts";
import { Customer, end } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const OWNER = { outcome: "signed_in", login: { id: 11, email: "owner@maple.example", language: "en" } };

describe("a sign-in", async () => {
  const whmcs = await startWhmcs();
  afterAll(() => whmcs.stop());

  test("a browser that is signed in there is not asked again", async () => {
    const customer = new Customer(whmcs, "owner");
    await customer.signIn();
    customer.email = "nobody@maple.example";
    expect(await customer.signIn()).toMatchObject(OWNER);
  });

  test("what is sent along is of this sign-in, and short", async () => {
    const begin = () => whmcs.billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" });
    const [one, other] = [await begin(), await begin()];
    if (!one.ok || !other.ok) throw new Error("the sign-in does not begin");
    const { state, address } = one.value;
    expect(state.length).toBeLessThan(1_024);
    const kept = [...state.matchAll(/[\w-]{43}/g)].map(([secret]) => secret);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.filter((secret) => other.value.state.includes(secret))).toEqual([]);
    // The verifier stays here.
    expect(address).not.toContain(JSON.parse(state).verifier);
  });

  test("what comes back belongs to the sign-in that it was begun by, and to no other", async () => {
    const [one, other] = [await new Customer(whmcs, "owner").comeBack(), await new Customer(whmcs, "big").comeBack()];
    const { state = "" } = one.returned;
    const foreignCode = { ...one.returned, code: other.returned.code ?? "" };
    expect(await end(whmcs.billing, { ...one, returned: foreignCode }), "it needs its own verifier").toEqual({
      outcome: "expired",
    });
    const expired = { outcome: "expired" };
    expect(await end(whmcs.billing, { ...one, returned: other.returned })).toEqual(expired);
    expect(await end(whmcs.billing, { ...one, returned: { code: one.returned.code ?? "" } })).toEqual(expired);
    expect(await end(whmcs.billing, { ...one, returned: { state } })).toEqual(expired);
    expect(await end(whmcs.billing, one)).toMatchObject(OWNER);
    expect(await end(whmcs.billing, one)).toEqual(expired);
  });
});
