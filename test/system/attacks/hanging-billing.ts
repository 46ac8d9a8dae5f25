import { beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";

/** Defines the tests with a billing system that hangs or fails. */
export function hangingBilling(world: World): void {
  const { api } = world;

  let application: ConnectingApplication;
  let tokens: TokenPair;

  beforeAll(async () => {
    application = await ConnectingApplication.register(world.origin);
    tokens = await application.directTokens({ login: "nocard" });
  });

  const get = (path: string) => api.request(`/account${path}`, tokens.access_token);

  // The requests run in parallel. If the billing system hangs, each of them waits for the deadline of eight seconds.
  describe.each(["hangs", "throws"] as const)("a billing system that %s", (mood) => {
    test("causes a 503 with a time to retry over both transports and on the pages, and keeps the connection", async () => {
      const visitor = new PageVisitor(world.origin, `203.0.113.${mood.length}`);
      const consent = await application.toConsent(visitor, { login: "nocard" });
      const elsewhere = new PageVisitor(world.origin, `203.0.114.${mood.length}`);
      await world.setMood(mood);
      const [account, domains, tool, agreed, signedIn] = await Promise.all([
        get(""),
        get("/domains"),
        api.tool("list_my_domains", {}, tokens.access_token),
        visitor.submit(consent, "decision", { limit: "all", decision: "allow" }),
        signIn(elsewhere, "nocard"),
      ]);

      for (const response of [account, domains]) {
        expect(response.status).toBe(503);
        expect(response.headers.get("Retry-After")).toBe("5");
        expect(response.headers.get("RateLimit")).toMatch(/^"connection";r=\d+;t=\d+$/);
        const text = await response.text();
        expect(text).not.toContain("secret");
        expect(JSON.parse(text)).toMatchObject({ code: "billing_unavailable", retryable: true, retry_after: 5 });
      }
      expect(tool).toMatchObject({
        status: 200,
        isError: true,
        value: { code: "billing_unavailable", retry_after: 5 },
      });
      for (const page of [agreed, signedIn]) {
        expect(page.status).toBe(503);
        expect(page.headers.get("Retry-After")).toBe("5");
        expect(textOf(page.html)).not.toContain("secret");
      }

      expect((await api.tool("list_plans", {}, tokens.access_token)).isError, "the catalogue still answers").toBe(
        false,
      );
      const refreshed = await application.refresh(tokens.refresh_token);
      await world.setMood("well");
      expect((await get("/domains")).status).toBe(200);
      tokens = refreshed;
      expect((await get("/domains")).status).toBe(200);
      const again = await visitor.open(consent.url);
      expect(again.html, "the question is still open").toContain('name="decision"');
    });

    test("causes failed entries in the application's log", async () => {
      const { entries } = (await (await get("/audit")).json()) as {
        entries: { outcome: string; code: string | null }[];
      };
      expect(entries.filter(({ code }) => code === "billing_unavailable").map(({ outcome }) => outcome)).toContain(
        "failed",
      );
    });
  });
}
