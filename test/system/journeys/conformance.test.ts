import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { ACCOUNT_MCP_PATH } from "../../../shared/platform/addresses.ts";
import { AccountClient } from "../../support/account-client.ts";
import { type BearerRelay, startBearerRelay } from "../../support/bearer-relay.ts";
import { runAuthorizationConformance, runConformance } from "../../support/conformance.ts";
import { CALLBACK, ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";

const api = new AccountClient();

const origin = inject("origin");
/**
 * The callback port of the suite. It differs from the port of the other tests, because their browsers would otherwise
 * reach the suite. A loopback redirect URI allows any port.
 */
const port = String(Number(new URL(CALLBACK).port) + 1);

/** Opens the URL that the suite prints, as a customer who agrees. The browser then returns to the suite. */
async function agree(address: URL): Promise<void> {
  const visitor = new PageVisitor(origin);
  const page: VisitedPage = await visitor.open(address);
  const consent = await visitor.submit(page, "email", { email: "nocard@maple.example", password: "maple-nocard" });
  const allow = { scope: [], limit: "all", decision: "allow" };
  await fetch(await returnedTo(visitor.submit(consent, "decision", allow)));
}

test("the authorization server passes the official conformance suite", async () => {
  const { clientId } = await ConnectingApplication.register(origin);
  const options = ["--url", origin, "--client-id", clientId, "--resource", `${origin}${ACCOUNT_MCP_PATH}`];
  const run = await runAuthorizationConformance([...options, "--port", port], agree);
  expect(run.exitCode, run.report).toBe(0);
  const summary = run.report.slice(run.report.indexOf("=== SUMMARY"));
  expect(summary).toMatch(/✓ authorization-server-metadata\S*: [1-9]/);
  expect(summary).toMatch(/✓ authorization-code-grant\S*: [1-9]/);
  expect(summary).toMatch(/Total: [3-9]\d* passed, 0 failed/);
});

describe("the official conformance suite for MCP servers", () => {
  const BASELINE = join(PROJECT, "test/system/mcp/conformance-baseline.yml");
  let relay: BearerRelay;
  // The relay adds a credential, because the suite has no option for it. It uses several connections, because each of
  // them is limited to 120 requests a minute.
  beforeAll(async () => {
    const logins = ["nocard", "big", "contact", "owner"];
    relay = await startBearerRelay(
      new URL(ACCOUNT_MCP_PATH, origin),
      await Promise.all(logins.map((login) => api.token({ login }))),
    );
  });
  afterAll(() => relay.close());

  test("the account MCP server meets all requirements of 2026-07-28", async () => {
    const run = await runConformance(relay.url, ["--requirements", "2026-07-28", "--expected-failures", BASELINE]);
    expect(run.exitCode, run.report).toBe(0);
    expect([...run.passed]).toContain("tools-list:tools-list");
  });
});
