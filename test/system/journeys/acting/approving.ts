import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import type { Choices } from "../../../support/connecting-application.ts";
import { PageVisitor, textOf, type VisitedPage } from "../../../support/page-visitor.ts";
import { signInStep } from "../../../support/sign-in-step.ts";
import { type Act, done, type PlacedOrder, refused } from "./act.ts";
import type { ActingSystem } from "./acting-system.ts";
import { connectTo, orderOf } from "./refusing.ts";

const OWNER = "owner@maple.example";
const ACCOUNT_MCP = "/api/v1/account/mcp";

interface Asked {
  code: string;
  detail: string;
  retryable: boolean;
  retry_after?: number;
  action_required: { type: string; message: string; url: string };
}

/** Expects an action to wait for the customer. Returns the problem, which contains the URL of the approval page. */
async function waiting(answer: Promise<{ ok: boolean; value: unknown }>): Promise<Asked> {
  const problem = (await refused(answer)) as unknown as Asked;
  expect(problem).toMatchObject({
    code: "not_allowed",
    retryable: true,
    retry_after: 30,
    action_required: { type: "approve_action" },
  });
  return problem;
}

/** Defines the tests with actions that the customer must approve first. */
export function approving(system: ActingSystem): void {
  const { api, records } = system;
  const asking = (ask: string[], choices: Choices = {}) => connectTo(system, { ask, ...choices });
  const mailsWith = async (url: string) => (await system.mailsTo(OWNER)).filter(({ text }) => text.includes(url));

  /** Returns the current lock of a domain and a function that requests the opposite. */
  async function unlike(act: Act, domain: string) {
    const { locked } = await done<{ locked: boolean }>(act("get_domain_registrar_settings", { domain }));
    return { locked, other: () => act("set_domain_lock", { domain, locked: !locked }) };
  }

  /** Opens an approval page without a session and signs in. The sign-in leads back to the page. */
  async function openAs(login: string, url: string): Promise<{ visitor: PageVisitor; page: VisitedPage }> {
    const visitor = new PageVisitor(system.origin);
    const first = await visitor.open(`${url}?lang=en`);
    expect(first.url.pathname).toBe("/sign-in");
    return { visitor, page: await signInStep(visitor, first, login) };
  }

  const decide = (visitor: PageVisitor, page: VisitedPage, decision: string) =>
    visitor.submit(page, page.url.pathname, { decision });

  test("an order waits for the approval, sends one e-mail and is placed once, whatever its key", async () => {
    const { act, token } = await asking(["orders"]);
    const before = await records.countOrders();
    const order = () => act("order_domain", orderOf("free-approved.com"));
    const asked = await waiting(order());
    const { url, message } = asked.action_required;
    expect(message).toMatch(
      /^Approve: Register free-approved\.com for 1 year, CA\$\d+\.\d\d before taxes\. Open until /,
    );
    const again = await Promise.all(Array.from({ length: 5 }, () => waiting(order())));
    expect(new Set(again.map(({ action_required }) => action_required.url))).toEqual(new Set([url]));

    const { visitor, page } = await openAs("owner", url);
    expect(page.url.href.replace("?lang=en", "")).toBe(url);
    expect(textOf(page.html)).toContain("Register free-approved.com for 1 year?");
    expect(textOf(page.html)).toContain("Its name is not verified");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    const given = await decide(visitor, page, "approve");
    expect(textOf(given.html)).toContain("Approved.");
    expect(await records.countOrders()).toBe(before);

    const placed = await done<PlacedOrder>(order());
    expect(placed.action_required).toMatchObject({ type: "pay_invoice" });
    expect(await records.countOrders()).toBe(before + 1);
    expect(textOf((await visitor.open(`${url}?lang=en`)).html)).toContain("Approved and done.");
    expect(await mailsWith(url)).toHaveLength(1);

    const log = await api.read<{ entries: { operation: string; approval: string | null }[] }>("/account/audit", token);
    const ofOrders = log.entries.filter(({ operation }) => operation === "orderDomain");
    expect(ofOrders.map(({ approval }) => approval)).toEqual([null, ...Array.from({ length: 6 }, () => "approved")]);
  });

  test("a declined action is refused, and an action that needs no approval succeeds", async () => {
    const { act } = await asking(["domains"]);
    const { locked, other } = await unlike(act, "ana.dev");
    await done(act("set_domain_lock", { domain: "ana.dev", locked }));
    const { action_required } = await waiting(other());
    await done(act("set_domain_auto_renew", { domain: "ana.dev", auto_renew: true }));
    const { visitor, page } = await openAs("owner", action_required.url);
    expect(textOf((await decide(visitor, page, "decline")).html)).toContain("This was declined.");
    const declined = await refused(other());
    expect(declined).toMatchObject({ code: "refused", detail: expect.stringContaining("The customer declined this") });
    expect((await records.atRegistrar("ana.dev"))?.isLocked).toBe(locked);
  });

  test("only the connection's login sees the approval page, and only the form on the page decides", async () => {
    const { act } = await asking(["domains"]);
    const { other: lock } = await unlike(act, "ana.dev");
    const { action_required } = await waiting(lock());
    const { url } = action_required;
    for (const other of ["contact", "nocard"]) {
      const { page } = await openAs(other, url);
      expect([page.status, textOf(page.html).includes("ana.dev")]).toEqual([404, false]);
    }
    const { visitor, page } = await openAs("owner", url);
    for (const method of ["HEAD", "GET"]) await visitor.request(`${url}?decision=approve`, { method });
    expect((await visitor.request(url, { method: "PUT" })).status).toBe(405);
    const [, token = ""] = /name="token" value="([^"]+)"/.exec(page.html) ?? [];
    const approve: [string, string][] = [["decision", "approve"]];
    const foreign = [
      await visitor.post(url, approve),
      await visitor.post(url, [...approve, ["token", "forged"]]),
      await visitor.post(url, [...approve, ["token", token]], { "Sec-Fetch-Site": "cross-site" }),
      await visitor.post(url, [...approve, ["token", token]], { Origin: "https://evil.example", "Sec-Fetch-Site": "" }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await visitor.post(url, [...approve, ["decision", "decline"], ["token", token]])).status).toBe(400);
    await waiting(lock());
  });

  test("a client that can open URLs opens the page, and the customer can also decline in the client", async () => {
    const { token } = await asking(["domains"]);
    const mcp = new Client(
      { name: "tests", version: "1" },
      {
        capabilities: { elicitation: { url: {} } },
        versionNegotiation: { mode: "auto" },
      },
    );
    let customer: (url: string) => Promise<ElicitResult["action"]> = async () => "accept";
    const opened: string[] = [];
    mcp.setRequestHandler("elicitation/create", async ({ params }) => {
      if (params.mode !== "url") throw new Error("no page to open");
      opened.push(params.url);
      return { action: await customer(params.url) };
    });
    const headers = { Authorization: `Bearer ${token}` };
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL(system.origin + ACCOUNT_MCP), { requestInit: { headers } }),
    );
    const set = async (host: string) => {
      const nameservers = [`ns1.${host}.example`, `ns2.${host}.example`];
      const result = await mcp.callTool({
        name: "set_domain_nameservers",
        arguments: { domain: "ana.dev", nameservers },
      });
      const [content] = result.content as { text: string }[];
      return JSON.parse(content?.text ?? "") as Partial<Asked> & { nameservers?: string[] };
    };

    // `accept` means only that the client opened the page.
    expect(await set("unread")).toMatchObject({ code: "not_allowed", action_required: { url: opened[0] } });
    customer = async (url) => {
      const { visitor, page } = await openAs("owner", url);
      await decide(visitor, page, "approve");
      return "accept";
    };
    expect(await set("approved")).toMatchObject({ nameservers: ["ns1.approved.example", "ns2.approved.example"] });
    customer = async () => "cancel";
    expect(await set("later")).toMatchObject({ code: "not_allowed" });
    customer = async () => "decline";
    expect(await set("later")).toMatchObject({ code: "refused", detail: expect.stringContaining("declined") });
    expect(await set("later"), "for as long as the request would have been open").toMatchObject({ code: "refused" });
    customer = async (url) => {
      const { visitor, page } = await openAs("owner", url);
      await decide(visitor, page, "approve");
      return "decline";
    };
    expect(await set("twice"), "approved there, declined here").toMatchObject({ code: "refused" });
    const { page } = await openAs("owner", opened.at(-1) ?? "");
    expect(textOf(page.html)).toContain("This was declined.");
    await mcp.close();
  });
}
