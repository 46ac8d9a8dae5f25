import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { PROJECT } from "../../../scripts/workers.ts";
import { actOn } from "../../support/assistants-page.ts";
import { returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";

/** The methods of the messages that the assistant sent to the provider. */
const sent: string[] = [];
/** Called for each message to the provider. If it returns `true`, it has sent the response itself. */
let answer: (method: string, id: unknown, response: ServerResponse) => boolean = () => false;
let isCutOff = false;
/** A relay between the example assistant on the real runtime and the provider. The tests can cut it off. */
const relay = createServer(hand);
let system: TestHarness;
/** The origins of the assistant and of the relay, which the assistant uses as its provider. */
let address: string;
let provider: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  provider = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const vars = { CATALOGUE_MCP_URL: `${provider}/api/v1/mcp`, ACCOUNT_MCP_URL: `${provider}/api/v1/account/mcp` };
  system = createTestHarness({ root: PROJECT, workers: [{ configPath: "examples/assistant/wrangler.toml", vars }] });
  address = (await system.listen()).url.origin;
  await owner().connect();
});
afterAll(async () => {
  await system?.close();
  relay.closeAllConnections();
  await new Promise((resolve) => relay.close(resolve));
});

async function hand(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (isCutOff) {
    incoming.destroy();
    return;
  }
  const body = Buffer.concat(await incoming.toArray());
  const { method = "GET", url: path = "/", headers } = incoming;
  if (headers["content-type"]?.startsWith("application/json") && path.endsWith("/mcp")) {
    const message = JSON.parse(body.toString()) as { id?: unknown; method: string };
    sent.push(message.method);
    if (answer(message.method, message.id, outgoing)) return;
  }
  const { hostname, port } = new URL(inject("origin"));
  send({ hostname, port, method, path, headers }, (given) => {
    outgoing.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(outgoing);
  }).end(body);
}

/** Evicts an agent from memory. */
const evict = (name: string) => system.getWorker("frontdesk-assistant").evictDurableObject("ASSISTANT", { name });

/** A person with a browser who uses the pages of the assistant and the provider. */
class Person {
  readonly pages = new PageVisitor(provider);
  readonly #browser = new PageVisitor(address);

  get agent(): string {
    return this.#browser.cookies.get("assistant") ?? "public";
  }

  async ask(path: string | URL, init: RequestInit = {}) {
    const response = await this.#browser.request(new URL(path, address), init);
    const text = await response.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  call(tool: string, input?: unknown) {
    return this.ask("/call", { method: "POST", body: JSON.stringify({ tool, arguments: input }) });
  }

  /** Starts a connection. Returns the URL to which the assistant sends the person. */
  async begin(): Promise<URL> {
    const { status, headers } = await this.ask("/connect");
    expect(status).toBe(303);
    return new URL(headers.get("Location") ?? "", address);
  }

  /**
   * Signs in on the provider's pages and decides on the consent page.
   * @returns the consent text and the redirect URL
   */
  async decide(authorization: URL, decision: "allow" | "deny", limit = "all") {
    let page = await this.pages.open(authorization);
    if (page.html.includes('name="email"'))
      page = await this.pages.submit(page, "email", { email: "owner@maple.example", password: "maple-owner" });
    if (page.html.includes('name="account"')) page = await this.pages.submit(page, "account", { account: "1001" });
    const consent = textOf(page.html);
    const returned = await returnedTo(this.pages.submit(page, "decision", { scope: [], limit, decision }));
    return { consent, returned };
  }

  async connect(limit = "all"): Promise<void> {
    const { returned } = await this.decide(await this.begin(), "allow", limit);
    expect(await this.ask(returned)).toMatchObject({ status: 303 });
  }
}

let connected: Person | undefined;
/** Returns the person whose account stays connected during the tests. */
const owner = () => {
  connected ??= new Person();
  return connected;
};

describe("a person without a connection", () => {
  test("gets results and problems from the catalogue tools over the newest revision", async () => {
    const { body } = await new Person().ask("/tools");
    expect(body.servers).toMatchObject([{ id: "catalogue", state: "ready", protocol_version: "2026-07-28" }]);
    const { status, headers, body: refused } = await new Person().call("list_plans", { line: "no-such-line" });
    expect([status, headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
    expect(refused).toMatchObject({ status, code: "not_found" });
  });

  test("gets a recommendation for the smallest plan that meets the needs and the budget", async () => {
    const query = "budget=10&currency=CAD&lang=fr&line=web-hosting&needs=ssh,sites%20web:3,teleport&extension=ca";
    const { status, body } = await new Person().ask(`/recommend?${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: "CAD",
      within_budget: true,
      plan: { id: "web-plus", billing_cycle: "annually" },
      needs: [
        { need: "ssh", met: true },
        { need: "sites web:3", met: true },
        { need: "teleport", met: false },
      ],
      domain: { tld: ".ca" },
    });
    expect(body.answer).toMatch(/^Web Plus convient : .*CAD par mois/);
  });

  test.each([
    ["/recommend?budget=10&needs=sites:many", {}, 400],
    ["/recommend?budget=10&line=no-such-line", {}, 404],
    ["/anything", {}, 404],
    ["/call", { method: "POST", body: "[]" }, 400],
    ["/call", { method: "POST", body: '{"tool":"order_domain"}' }, 404],
    ["/call", { method: "POST", body: '{"tool":"list_my_invoices"}' }, 404],
    ["/due", {}, 401],
  ])("%s %j gets an error with status %i", async (path, init, status) => {
    expect(await new Person().ask(path, init)).toMatchObject({
      status,
      body: { title: expect.any(String), detail: expect.any(String) },
    });
  });
});

describe("the assistant's connection to the MCP server", () => {
  test("opens once for simultaneous requests and again after the server was unreachable", async () => {
    const anybody = new Person();
    await evict("public");
    answer = (_method, _id, response) => {
      response.writeHead(503, { "Content-Type": "text/html" }).end("<h1>Down</h1>");
      return true;
    };
    const { status, headers, body } = await anybody.ask("/tools").finally(() => {
      answer = () => false;
    });
    expect([status, headers.get("Retry-After")]).toEqual([502, "5"]);
    expect(JSON.stringify(body)).not.toContain("Down");

    sent.length = 0;
    const together = await Promise.all([anybody.ask("/tools"), anybody.call("get_plan", { id: "web-start" })]);
    expect(together.map((each) => each.status)).toEqual([200, 200]);
    expect(sent.filter((method) => method === "server/discover")).toHaveLength(1);
  });

  test("passes a rate-limit error on with its time to retry", async () => {
    const limit = { title: "Too many requests", status: 429, detail: "Over 30 checks.", retry_after: 42 };
    answer = (method, id, response) => {
      if (method !== "tools/call") return false;
      const content = [{ type: "text", text: JSON.stringify(limit) }];
      response.writeHead(429, { "Content-Type": "application/json", "Retry-After": "42" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content, isError: true } }));
      return true;
    };
    const { status, headers, body } = await new Person().call("get_plan", { id: "web-start" }).finally(() => {
      answer = () => false;
    });
    expect({ status, body, retryAfter: headers.get("Retry-After") }).toEqual({
      status: 429,
      body: limit,
      retryAfter: "42",
    });
  });
});

describe("a customer account", () => {
  test("connects through the provider's sign-in and consent, even after a refusal and after the agent was evicted", async () => {
    const person = new Person();
    const refused = await person.decide(await person.begin(), "deny");
    expect(await person.ask(refused.returned)).toMatchObject({ status: 403, body: { connect: "/connect" } });

    const authorization = await person.begin();
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      code_challenge_method: "S256",
      redirect_uri: `${address}/callback`,
      resource: `${provider}/api/v1/account/mcp`,
      scope: "account:read",
    });
    await evict(person.agent);
    expect((await person.begin()).href).toBe(authorization.href);
    const { consent, returned } = await person.decide(authorization, "allow", "domain:ana.dev");
    expect(consent).toContain("Example assistant");
    for (const shown of [authorization.href, consent]) expect(shown).not.toContain(person.agent);
    expect((await person.ask(returned)).headers.get("Location")).toBe("/due");

    // The response has the domain inside the limit and states which lists the limit hides.
    const { body } = await person.ask("/due?days=120");
    expect(body).toMatchObject({
      domains: [{ domain: "ana.dev" }],
      not_shown: expect.arrayContaining([expect.objectContaining({ code: "outside_limit" })]),
    });
  });

  test("does not connect in a browser that did not start the connection", async () => {
    const [victim, attacker, stranger] = [new Person(), new Person(), new Person()];
    const { returned } = await attacker.decide(await attacker.begin(), "allow");
    await victim.begin();
    for (const person of [victim, stranger]) {
      expect((await person.ask(returned)).status).toBeGreaterThanOrEqual(400);
      expect(await person.ask("/due")).toMatchObject({ status: 401 });
    }
  });

  test("is read on each request and stays connected while the provider is unreachable", async () => {
    const { body } = await owner().ask("/due?days=120");
    expect(body.answer).toMatch(
      /^One domain name expires in the next 120 days: ana\.dev \(\d{4}-\d\d-\d\d, does not renew/,
    );
    const own = await owner().call("list_my_invoices", { limit: 100 });
    expect(own.body.invoices).toEqual(body.invoices);

    isCutOff = true;
    try {
      expect(await owner().ask("/due")).toMatchObject({ status: 502, body: { title: "Provider unreachable" } });
      await evict(owner().agent);
      expect(await owner().ask("/due")).toMatchObject({ status: 502 });
    } finally {
      isCutOff = false;
    }
    expect(await owner().ask("/due")).toMatchObject({ status: 200 });
  });

  test("can connect again after the customer disconnected it", async () => {
    const { html } = await owner().pages.open("/connected-assistants");
    const cards = html.split('<form id="connection-').slice(1);
    const connections = cards.filter((card) => card.includes("Example assistant"));
    expect(connections.length).toBeGreaterThan(0);
    for (const card of connections) await actOn(owner().pages, card.slice(0, card.indexOf('"')), "disconnect");

    const { status, body } = await owner().ask("/due");
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { title: "Account not connected", connect: "/connect", detail: expect.stringContaining("any more") },
    });
    await owner().connect();
    expect(await owner().ask("/due")).toMatchObject({ status: 200 });
  });
});
