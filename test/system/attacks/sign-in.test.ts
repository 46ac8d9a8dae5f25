import { describe, expect, inject, test } from "vitest";
import { formTokenOf } from "../../support/assistants-page.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";

const origin = inject("origin");
const SIGN_IN = new URL("/sign-in", origin);

describe("login CSRF: nobody is signed in by a form that is not the page's own", () => {
  const credentials: [string, string][] = [
    ["email", "owner@maple.example"],
    ["password", "maple-owner"],
  ];

  test("without a token, or with one of the attacker's own session", async () => {
    const victim = new PageVisitor(origin, "203.0.113.94");
    await victim.open("/sign-in");
    const attackers = formTokenOf(await new PageVisitor(origin, "203.0.113.95").open("/sign-in"));
    for (const token of [[], [["token", attackers]]] as [string, string][][]) {
      expect((await victim.post(SIGN_IN, [...token, ...credentials])).status).toBe(403);
    }
    expect((await victim.open("/connected-assistants")).html).toContain('name="password"');
  });

  test("from another site, even with the right token", async () => {
    const victim = new PageVisitor(origin, "203.0.113.94");
    const token = formTokenOf(await victim.open("/sign-in"));
    const cross = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    expect((await victim.post(SIGN_IN, [["token", token], ...credentials], cross)).status).toBe(403);
    expect((await victim.open("/connected-assistants")).html).toContain('name="password"');
  });
});

test("a password that was typed is not on the page that comes back", async () => {
  const application = await ConnectingApplication.register(origin);
  const visitor = new PageVisitor(origin, "203.0.113.97");
  const page = await visitor.open(application.authorizationUrl());
  const wrong = await visitor.submit(page, "email", { email: "owner@maple.example", password: "s3cret-typed" });
  expect(wrong.status).toBe(422);
  expect(wrong.html).not.toContain("s3cret-typed");
  expect(wrong.url.href).not.toContain("s3cret");
});
