import { afterAll, describe, expect, test } from "vitest";
import { valueIn } from "../billing-contract/questions.ts";
import { CALL } from "./support/reading.ts";
import { Customer, end } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const OWNER = { outcome: "signed_in", login: { id: 11, email: "owner@maple.example", language: "en" } };

describe("a sign-in", async () => {
  const whmcs = await startWhmcs();
  afterAll(() => whmcs.stop());

  test("keeps its verifier out of the URL, and has its own verifier", async () => {
    const begin = async () => valueIn(whmcs.billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" }));
    const [{ state, address }, other] = [await begin(), await begin()];
    const { verifier } = JSON.parse(state);
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(address + other.state).not.toContain(verifier);
  });

  test("accepts only the code and the state of the same sign-in", async () => {
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

  test("has expired ten minutes after it began", async () => {
    const one = await new Customer(whmcs, "owner").comeBack();
    const began = JSON.parse(one.state) as { at: number };
    const afterMs = (ms: number) => ({ ...one, state: JSON.stringify({ ...began, at: began.at - ms }) });
    expect(await end(whmcs.billing, afterMs(601_000))).toEqual({ outcome: "expired" });
    expect(await end(whmcs.billing, afterMs(540_000))).toMatchObject(OWNER);
  });
});
