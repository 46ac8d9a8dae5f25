import { afterAll, describe, expect, test } from "vitest";
import { Customer } from "./support/sign-in.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const OWNER = { outcome: "signed_in", login: { id: 11, email: "owner@maple.example", language: "en" } };

describe("at WHMCS's own page", async () => {
  const whmcs = await startWhmcs();
  afterAll(() => whmcs.stop());

  test("a customer signs in and consents", async () => {
    expect(await new Customer(whmcs, "owner").signIn()).toEqual(OWNER);
  });

  test("a second factor is asked for there", async () => {
    const login = { id: 13, email: "totp@maple.example", language: "en" };
    expect(await new Customer(whmcs, "totp").signIn()).toEqual({ outcome: "signed_in", login });
  });

  test("a password without the second factor gives nothing", async () => {
    const customer = new Customer(whmcs, "totp");
    Object.defineProperty(customer, "code", { value: "000000" });
    await expect(customer.comeBack()).rejects.toThrow("nobody is sent back");
  });
});
