import { expect, inject, test } from "vitest";
import { PageVisitor } from "../../support/page-visitor.ts";

const origin = inject("origin");

test("the front door leads to the client area, and serves its stylesheet", async () => {
  const visitor = new PageVisitor(origin);
  const page = await visitor.open("/client-area/invoices/6401?lang=fr");
  expect(page.address).toBe("/sign-in?to=%2Fclient-area%2Finvoices%2F6401%3Flang%3Dfr&lang=fr");
  expect(page.status).toBe(200);
  const [, stylesheet = ""] = /<link rel="stylesheet" href="([^"]*)"/.exec(page.html) ?? [];
  expect((await fetch(origin + stylesheet)).headers.get("Cache-Control")).toContain("immutable");
});

test.each(["/client-area/sign-in", "/client-area/cart?plan=web-start", "/client-area/no-such-page"])(
  "%s is not for search engines",
  async (path) => {
    expect((await fetch(origin + path, { redirect: "manual" })).headers.get("X-Robots-Tag")).toBe("noindex");
  },
);
