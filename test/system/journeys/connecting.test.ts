import { expect, inject, test } from "vitest";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { connecting } from "./reading/connecting.ts";
import { SHARED_SYSTEM } from "./reading/journey-system.ts";

const origin = inject("origin");

connecting(SHARED_SYSTEM);

test.each(["/sign-in/", "/connected-assistants/", "/oauth/authorize/?client_id=nobody"])(
  "a customer who comes to %s gets the page: a final slash makes no difference",
  async (path) => {
    const open = (one: string) => new PageVisitor(origin).open(one);
    const [page, plain] = [await open(path), await open(path.replace(/\/(?=\?|$)/, ""))];
    expect(page.headers.get("Content-Type")).toContain("text/html");
    expect([page.url.href, page.status, textOf(page.html)]).toEqual([plain.url.href, plain.status, textOf(plain.html)]);
  },
);

test("connecting again says what the connection of before asks about; no box is ticked, and its amount stands", async () => {
  const visitor = new PageVisitor(origin);
  const application = await ConnectingApplication.register(origin);
  const chosen = { scopes: ["billing:write"], ask: ["cancel", "orders"], askAmount: "20" };
  await application.connect(chosen, visitor);
  const page = await application.toConsent(visitor, {}, { ui_locales: "en" });
  expect(textOf(page.html)).toContain(
    "is connected to this account already (Ask me first: cancellations and orders above CA$20.00 a month)",
  );
  expect(page.html).not.toMatch(/name="ask" value="\w+" checked/);
  expect(page.html).toMatch(/name="ask_amount"[^>]*value="20"/);

  const stranger = await ConnectingApplication.register(origin);
  const first = await stranger.toConsent(visitor, {});
  expect(textOf(first.html)).not.toContain("Ask me first:");
  expect(first.html).toMatch(/name="ask_amount"[^>]*value="50"/);
});
