import { Secret, TOTP } from "otpauth";
import { expect, inject, test } from "vitest";
import { ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";

const code = () => new TOTP({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP") }).generate();
test("a login with a second step connects with its code; the password alone, or a wrong code, leads nowhere", async () => {
  const application = await ConnectingApplication.register(inject("origin"));
  const visitor = new PageVisitor(inject("origin"));
  const step = await application.toConsent(visitor, { login: "totp" });
  expect(step.html).toContain('name="code"');
  expect(step.html).not.toContain('name="decision"');
  const id = step.url.searchParams.get("pending") ?? "";
  const early = await visitor.open(`/oauth/authorize?pending=${id}`);
  expect(early.html, "the code is still to be given").not.toContain('name="decision"');

  const wrong = await visitor.submit(step, "code", { code: code() === "000000" ? "000001" : "000000" });
  expect(wrong.status).toBe(422);
  const consent = await visitor.submit(wrong, "code", { code: code() });
  expect(textOf(consent.html)).toContain("Second Step LLC");
  const returned = await returnedTo(visitor.submit(consent, "decision", { limit: "all", decision: "allow" }));
  const { access_token } = await application.exchange(returned);
  const response = await fetch(`${inject("origin")}/api/v1/account`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  expect(await response.json()).toMatchObject({ account: { id: 1003, currency: "USD" } });
});
