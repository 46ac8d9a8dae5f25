import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";

import { themeFrom } from "../../shared/pages/theme.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { customerPages } from "../../workers/account/pages/customer-pages.ts";
import { SAMPLE_BRAND } from "../support/sample-brand.ts";
import { sampleDescription } from "../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../support/unset-addresses.ts";

afterEach(() => vi.restoreAllMocks());

function applicationOf(dependencies: object, CLIENT_AREA_URL = "") {
  const pages = customerPages(dependencies as never, undefined as never);
  const application = new Hono<{ Variables: { requestId: string; addresses: unknown } }>();
  application.use((c, next) => {
    c.set("requestId", "r-1");
    c.set("addresses", addressBook({ ...UNSET_ADDRESSES, CLIENT_AREA_URL })(c.req.url));
    return next();
  });
  application.route("/", pages as never);
  return application;
}

test("a failed page is logged with its route, never with the id in its URL", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const dependencies = {
    theme: themeFrom(SAMPLE_BRAND),
    describe: async () => ({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } }),
    areZonesConnected: async () => false,
    sessions: { of: () => Promise.reject(new TypeError("no store")) },
  };
  const application = applicationOf(dependencies);
  const page = await application.request("http://localhost:8787/connected-assistants/approvals/4f1c-of-a-customer");
  expect(page.status).toBe(500);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { event: "page_failed", request_id: "r-1", path: "/connected-assistants/approvals/:approval" },
  ]);
  expect(JSON.stringify(lines)).not.toContain("4f1c-of-a-customer");
});

test("a client-area URL redirects to the provider's own client area if one is configured", async () => {
  const describe = async () => ({ ok: true, value: sampleDescription() });
  const application = applicationOf({ describe }, "https://my.provider.example");
  const answer = await application.request("http://localhost:8787/client-area/invoices/6401?lang=fr");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "https://my.provider.example/invoices/6401"]);
});
