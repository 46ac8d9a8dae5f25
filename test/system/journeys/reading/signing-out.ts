import { expect, test } from "vitest";
import { signIn } from "../../../support/assistants-page.ts";
import { ConnectingApplication, returnedTo } from "../../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../../support/page-visitor.ts";
import { asksToSignIn, signInStep } from "../../../support/sign-in-step.ts";
import type { JourneySystem } from "./journey-system.ts";

/** A session's end on the pages: it ends no connection. */
export function signingOut(system: JourneySystem): void {
  test("signed out at the consent, somebody else answers the same question", async () => {
    const application = await ConnectingApplication.register(system.origin);
    const visitor = new PageVisitor(system.origin);
    const consent = await application.toConsent(visitor, { login: "nocard" });
    expect(textOf(consent.html)).toContain("No Card Ltd");
    const out = await visitor.submit(consent, "/sign-out", {});
    expect(asksToSignIn(out), textOf(out.html)).toBe(true);
    expect(textOf(out.html)).toContain("Atlas Assistant");
    const again = await signInStep(visitor, out, "big");
    expect(textOf(again.html)).not.toContain("No Card Ltd");
    const answer = visitor.submit(again, "decision", { scope: [], limit: "all", decision: "allow" });
    const { access_token } = await application.exchange(await returnedTo(answer));
    expect(await system.api.read("/account", access_token)).toMatchObject({ account: { id: 1005 } });
  });

  test("signed out of the connected assistants, the pages ask again, and what was connected stays so", async () => {
    const application = await ConnectingApplication.register(system.origin);
    const visitor = new PageVisitor(system.origin);
    const { access_token } = await application.tokens({ login: "nocard" }, visitor);
    const list = await visitor.open("/connected-assistants?lang=en");
    expect(textOf(list.html)).toContain("Atlas Assistant");
    const before = new PageVisitor(system.origin);
    before.cookie = visitor.cookie;
    await visitor.submit(list, "/sign-out", {});
    for (const browser of [visitor, before]) {
      expect(asksToSignIn(await browser.open("/connected-assistants?lang=en"))).toBe(true);
    }
    expect(await system.api.read("/account", access_token)).toMatchObject({ account: { id: 1004 } });
    expect(textOf((await signIn(visitor, "nocard")).html)).toContain("Atlas Assistant");
  });
}
