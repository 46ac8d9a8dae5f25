import { describe, expect, test } from "vitest";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import { signIn } from "../../support/assistants-page.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { apiToken } from "../journeys/reading/api-token.ts";
import { catalogue } from "../journeys/reading/catalogue.ts";
import { connecting } from "../journeys/reading/connecting.ts";
import { type ListDifferences, listedItems } from "../journeys/reading/listed-items.ts";
import { losingAccess } from "../journeys/reading/losing-access.ts";
import { officialMcpClients } from "../journeys/reading/official-mcp-clients.ts";
import { whatIsTaken } from "../journeys/reading/what-is-taken.ts";

/** A system on a read-only WHMCS. It runs the same journeys as the embedded engine. */
const world = useWorld({ whmcs: {}, vars: { account: { CLIENT_AREA_URL: "" } } });

/** Changes the permissions of users in the rows of the installation. */
const customers = {
  async grant(userId: number, clientId: number, permissions: readonly Permission[]): Promise<void> {
    await customers.revoke(userId, clientId);
    world.whmcs.state.memberships.push({ userId, clientId, isOwner: false, permissions: [...permissions] });
  },
  async revoke(userId: number, clientId: number): Promise<void> {
    const { memberships } = world.whmcs.state;
    const at = memberships.findIndex((row) => row.userId === userId && row.clientId === clientId);
    if (at >= 0) memberships.splice(at, 1);
  },
};

/** The values in which WHMCS differs from the embedded engine. */
const LISTS: ListDifferences = {
  pages: {
    "service 2102": "/client-area/clientarea.php?action=productdetails&id=2102",
    "domain studio-ana.ca": "/client-area/clientarea.php?action=domaindetails&id=4101",
    "invoice 6104": "/client-area/viewinvoice.php?id=6104",
    // WHMCS's own URL of a ticket contains a key that API answers may not contain, so the addon redirects to it.
    "ticket 8101": "/client-area/index.php?m=frontdesk&ticket=8101",
    tickets: "/client-area/supporttickets.php",
  },
  ticketNumber: "8101",
  // In WHMCS, every ticket has a department.
  noDepartment: "Technical support",
  // This installation has one tax rule for each level, so the name is the same everywhere.
  vat: "GST",
};
const system = Object.assign(world, { acts: false, customers });

test("the front door redirects pages of the client area to WHMCS", async () => {
  for (const path of ["/viewinvoice.php?id=6104", "/invoices/6104?lang=fr"]) {
    const answer = await fetch(`${world.origin}/client-area${path}`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      `${world.whmcs.url}/viewinvoice.php?id=6104`,
    ]);
  }
});

test("the connected assistants page has no tabs but a link to WHMCS's client area", async () => {
  const visitor = new PageVisitor(world.origin);
  const { html } = await signIn(visitor, "owner");
  expect(html).toContain("owner@maple.example");
  expect(html).not.toContain("tab-links");
  expect(html).toContain('<a href="/client-area/clientarea.php?lang=en">Client area</a>');
});

test("the front door takes no payment events for WHMCS and redirects a sign-up without a session", async () => {
  const reported = await fetch(`${world.origin}/client-area/payment-events/stripe`, { method: "POST" });
  const signUp = await fetch(`${world.origin}/client-area/sign-up`, { redirect: "manual" });
  expect([reported.status, signUp.status, signUp.headers.getSetCookie()]).toEqual([404, 302, []]);
});

describe("changes", () => whatIsTaken(system));
describe("the catalogue", () => catalogue(system));
describe("an application", () => connecting(system));
describe("the official MCP clients", () => officialMcpClients(system));
describe("an API token", () => apiToken(system));
describe("lists", () => listedItems(system, LISTS));
// These tests come last, because the logins lose their accounts permanently.
describe("losing access", () => losingAccess(system));
