import { beforeAll, describe, expect, test } from "vitest";
import { actOn } from "../../support/assistants-page.ts";
import { returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { calling, readAnswer, useHostedAssistant } from "./hosted-assistant.ts";

const assistant = useHostedAssistant({ hasAccount: true });

/** Somebody's browser: at the assistant, and at the provider's pages. */
class Person {
  readonly provider = new PageVisitor(assistant.provider);
  readonly #browser = new PageVisitor(assistant.address);

  get agent(): string {
    return this.#browser.cookies.get("assistant") ?? "";
  }

  async ask(path: string | URL, init: RequestInit = {}) {
    return readAnswer(await this.#browser.request(new URL(path, assistant.address), init));
  }

  /** Where the assistant sends somebody who wants to connect. */
  async begin(): Promise<URL> {
    const { status, headers, body } = await this.ask("/connect");
    expect({ status, body }).toEqual({ status: 303, body: {} });
    return new URL(headers.get("Location") ?? "", assistant.address);
  }

  /** The provider's pages, as far as the consent; where they lead back to. */
  async decide(authorization: URL, decision: "allow" | "deny", choices: { login?: string; limit?: string } = {}) {
    const { login = "owner", limit = "all" } = choices;
    let page = await this.provider.open(authorization);
    if (page.html.includes('name="email"'))
      page = await this.provider.submit(page, "email", {
        email: `${login}@maple.example`,
        password: `maple-${login}`,
      });
    if (page.html.includes('name="account"')) page = await this.provider.submit(page, "account", { account: "1001" });
    const consent = textOf(page.html);
    const returned = await returnedTo(this.provider.submit(page, "decision", { scope: [], limit, decision }));
    return { consent, returned };
  }

  async connect(choices: { login?: string; limit?: string } = {}): Promise<void> {
    const { returned } = await this.decide(await this.begin(), "allow", choices);
    expect(await this.ask(returned)).toMatchObject({ status: 303 });
  }
}

/** Whose account stays connected. */
let owner: Person;
beforeAll(async () => {
  owner = new Person();
  await owner.connect();
});

describe("connecting an account", () => {
  test("leads over the provider's sign-in and consent back to the answer", async () => {
    const person = new Person();
    const authorization = await person.begin();
    expect(`${authorization.origin}${authorization.pathname}`).toBe(`${assistant.provider}/oauth/authorize`);
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      code_challenge_method: "S256",
      redirect_uri: `${assistant.address}/callback`,
      resource: `${assistant.provider}/api/v1/account/mcp`,
      scope: "account:read",
    });
    expect(authorization.href).not.toContain(person.agent);

    const { consent, returned } = await person.decide(authorization, "allow");
    expect(consent).toContain("Example assistant");
    expect(consent).not.toContain(person.agent);
    const back = await person.ask(returned);
    expect(back).toMatchObject({ status: 303, body: {} });
    expect(back.headers.get("Location")).toBe("/due");

    const { body } = await person.ask("/tools");
    expect(body.servers).toMatchObject([
      { id: "account", state: "ready", protocol_version: "2026-07-28" },
      { id: "catalogue", state: "ready", protocol_version: "2026-07-28" },
    ]);
    expect((await person.begin()).href).toBe(`${assistant.address}/due`);
  });

  test("keeps the address to authorize at until it is used, also over a sleep and a question", async () => {
    const person = new Person();
    const authorization = await person.begin();
    await assistant.evict(person.agent);
    expect(await person.ask("/tools")).toMatchObject({ status: 200 });
    expect(await person.ask("/due")).toMatchObject({ status: 401, body: { connect: "/connect" } });
    expect((await person.begin()).href).toBe(authorization.href);
    const { returned } = await person.decide(authorization, "allow");
    expect(await person.ask(returned)).toMatchObject({ status: 303 });
    expect(await person.ask("/due")).toMatchObject({ status: 200 });
  });

  test("that was refused says so, and can be begun again", async () => {
    const person = new Person();
    const { returned } = await person.decide(await person.begin(), "deny");
    expect(returned.searchParams.get("error")).toBe("access_denied");
    expect(await person.ask(returned)).toMatchObject({
      status: 403,
      body: { title: "Account not connected", connect: "/connect" },
    });
    await person.connect();
    expect(await person.ask("/due")).toMatchObject({ status: 200 });
  });

  test("does not end in another browser than it began in", async () => {
    const [victim, attacker, stranger] = [new Person(), new Person(), new Person()];
    const { returned } = await attacker.decide(await attacker.begin(), "allow");
    await victim.begin();
    expect((await victim.ask(returned)).status).toBeGreaterThanOrEqual(400);
    expect((await stranger.ask(returned)).status).toBe(400);
    for (const person of [victim, stranger]) expect(await person.ask("/due")).toMatchObject({ status: 401 });
  });
});

describe("what is due", () => {
  interface Due {
    answer: string;
    domains: { domain: string }[];
    expired_domains: { domain: string }[];
    services: { next_due_date: string }[];
    invoices: { balance_due: number; currency: string }[];
    owed: { currency: string; amount: number }[];
    not_shown: { code: string }[];
    until: string;
  }
  const due = async (person: Person, query = "") => {
    const { status, body } = await person.ask(`/due${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as unknown as Due;
  };

  test("is read from the account just now", async () => {
    const { answer, domains, expired_domains, invoices, owed, services, until } = await due(owner, "?days=120");
    expect(domains.map(({ domain }) => domain)).toEqual(["ana.dev"]);
    expect(expired_domains.map(({ domain }) => domain)).toEqual(["studio-ana.com"]);
    expect(answer).toMatch(/^One domain name expires in the next 120 days: ana\.dev \(\d{4}-\d\d-\d\d, does not renew/);

    const own = await owner.ask("/call", calling("list_my_invoices", { limit: 100 }));
    expect(own.body.invoices).toEqual(invoices);
    expect(invoices.length).toBeGreaterThan(1);
    const cents = invoices.reduce((sum, { balance_due }) => sum + Math.round(balance_due * 100), 0);
    expect(owed).toEqual([{ currency: "CAD", amount: cents / 100 }]);
    expect(answer).toContain(`is owed on ${invoices.length} invoices`);
    expect(services.length).toBeGreaterThan(0);
    expect(services.every(({ next_due_date }) => next_due_date <= until)).toBe(true);

    expect((await due(owner)).answer).toMatch(/^None of the 6 domain names expires in the next 60 days\./);
    expect((await due(owner, "?lang=fr")).answer).toMatch(/^Aucun des 6 noms de domaine n’expire/);
    expect(await owner.ask("/due?days=0")).toMatchObject({ status: 400 });
    expect(await owner.ask("/due?lang=de")).toMatchObject({ status: 400 });
  });

  test("follows a long list to its end", async () => {
    const person = new Person();
    await person.connect({ login: "big" });
    const { domains, expired_domains, answer } = await due(person, "?days=366");
    expect(domains.length + expired_domains.length).toBeGreaterThan(100);
    expect(answer).toContain(`${domains.length} domain names expire`);
  });

  test("names what the customer keeps from it, and answers the rest", async () => {
    const person = new Person();
    await person.connect({ limit: "domain:ana.dev" });
    const { answer, domains, not_shown } = await due(person, "?days=120");
    expect(domains.map(({ domain }) => domain)).toEqual(["ana.dev"]);
    expect(not_shown.map(({ code }) => code)).toContain("outside_limit");
    expect(answer).toContain("The invoices may not be read through this connection.");
  });

  test("is nobody else's to read", async () => {
    const other = new Person();
    expect(await other.ask("/due")).toMatchObject({ status: 401, body: { connect: "/connect" } });
    expect(await other.ask("/call", calling("list_my_invoices", {}))).toMatchObject({ status: 404 });
    expect((await other.ask("/tools")).body.servers).toMatchObject([{ id: "catalogue" }]);
  });
});

test("a provider that cannot be reached costs no connection", async () => {
  expect(await owner.ask("/due")).toMatchObject({ status: 200 });
  assistant.isCutOff = true;
  try {
    expect(await owner.ask("/due")).toMatchObject({ status: 502, body: { title: "Provider unreachable" } });
    await assistant.evict(owner.agent);
    expect(await owner.ask("/due")).toMatchObject({ status: 502 });
  } finally {
    assistant.isCutOff = false;
  }
  expect(await owner.ask("/due")).toMatchObject({ status: 200 });
});

test("a disconnected account is said in words, with how to connect it again", async () => {
  // The consent's answer does not wait for the assistant to be connected.
  expect(await owner.ask("/due")).toMatchObject({ status: 200 });
  const { html } = await owner.provider.open("/connected-assistants");
  // Not those of other tests, who may be the same customer just now.
  const cards = html.split('<form id="connection-').slice(1);
  const connections = cards.flatMap((card) =>
    card.includes("Example assistant") ? card.slice(0, card.indexOf('"')) : [],
  );
  expect(connections.length).toBeGreaterThan(0);
  for (const connection of connections) await actOn(owner.provider, connection, "disconnect");

  const answers = await Promise.all([owner.ask("/due"), owner.ask("/call", calling("list_my_domains", {}))]);
  for (const { status, body } of answers) {
    expect([status, body.title, body.connect]).toEqual([401, "Account not connected", "/connect"]);
  }
  // Whichever was refused first says so; the other one may find the connection gone already.
  expect(answers.map(({ body }) => body.detail)).toContainEqual(expect.stringContaining("not connected any more"));
  // The catalogue is as it was.
  expect(await owner.ask("/call", calling("get_plan", { id: "web-start" }))).toMatchObject({ status: 200 });
  await owner.connect();
  expect(await owner.ask("/due")).toMatchObject({ status: 200 });
});
