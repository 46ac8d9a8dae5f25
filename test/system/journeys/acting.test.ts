import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../../shared/platform/addresses.ts";
import { ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { everyRow } from "../../support/every-row.ts";
import { GENERATIONS, type Generation, KeptByHost } from "../../support/host-clients.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { useWorld, type World } from "../../support/world.ts";
import { type Act, type ApiOutcome, done, type PlacedOrder, refused } from "./support/act.ts";

const SCOPES = ["billing:write", "domains:write"];
const OWNER = "owner@maple.example";
const NAME = "walked-through.com";
const NAMESERVERS_MAIL = `The nameservers of ${NAME} were changed`;
const NAMESERVERS = ["ns1.elsewhere.example", "ns2.elsewhere.example"];

interface Connected {
  act: Act;
  /** What it presents. */
  token(): string;
  close(): Promise<void>;
}

interface Way {
  name: string;
  /** Connects and is given what a test may do then. */
  connect(world: World): Promise<Connected>;
}

const WAYS: Way[] = [
  {
    name: "plain HTTP",
    async connect(world) {
      const application = await ConnectingApplication.register(world.origin);
      const { access_token } = await application.tokens({ scopes: SCOPES });
      return {
        act: async (tool, input) => {
          const response = await world.api.callTool(tool, input, access_token);
          return { ok: response.ok, value: await response.json() };
        },
        token: () => access_token,
        close: async () => {},
      };
    },
  },
  ...GENERATIONS.map((generation) => ({
    name: generation.name,
    connect: (world: World) => host(generation, world),
  })),
];

/** A host that connected with the reading scope alone, and is given the others when it first needs them. */
async function host({ open, finish, unauthorized }: Generation, world: World): Promise<Connected> {
  const address = new URL(ACCOUNT_MCP_PATH, world.origin);
  const kept = new KeptByHost();
  const visitor = new PageVisitor(world.origin, "203.0.113.51");
  const agree = async (scope: string[]) => {
    if (!kept.sentTo) throw new Error("the client sent nobody anywhere");
    let page = await visitor.open(kept.sentTo);
    if (page.html.includes('name="email"'))
      page = await visitor.submit(page, "email", { email: OWNER, password: "maple-owner" });
    if (page.html.includes('name="account"')) page = await visitor.submit(page, "account", { account: "1001" });
    const returned = returnedTo(visitor.submit(page, "decision", { scope, limit: "all", decision: "allow" }));
    await finish(address, kept, await returned);
  };
  await expect(open(address, kept)).rejects.toThrow(unauthorized);
  await agree([]);
  const reader = await open(address, kept);
  kept.forgetWhere();
  const refusal = await reader.callTool("renew_domain", { domain: "ana.dev", idempotency_key: "k" }).catch(() => null);
  if (kept.sentTo) {
    expect((kept.sentTo as URL).searchParams.get("scope")?.split(" ")).toContain("billing:write");
  } else {
    // It refreshed, which gives no scope: the customer is told to connect again.
    expect(JSON.stringify(refusal)).toContain("insufficient_scope");
    kept.kept = undefined;
    await expect(open(address, kept)).rejects.toThrow(unauthorized);
  }
  await agree(SCOPES);
  await reader.close();
  const client = await open(address, kept);
  const act: Act = async (tool, input = {}) => {
    const { isError, structuredContent, content } = await client.callTool(tool, input);
    if (!isError) return { ok: true, value: structuredContent };
    const [{ text }] = content as [{ text: string }];
    return { ok: false, value: JSON.parse(text) };
  };
  return { act, token: () => kept.kept?.access_token ?? "", close: () => client.close() };
}

interface Settings {
  nameservers: string[];
  locked: boolean;
}

interface Entry {
  operation: string;
  target: string | null;
  outcome: string;
  code: string | null;
}

describe.each(WAYS)("an assistant over $name", ({ connect }) => {
  const world = useWorld();
  let act: Act;
  let connected: Connected;
  const answers: ApiOutcome[] = [];
  let keys = 0;
  const key = () => ({ idempotency_key: `walk-${++keys}` });
  beforeAll(async () => {
    connected = await connect(world);
    act = async (tool, input) => {
      const answer = await connected.act(tool, input);
      answers.push(answer);
      return answer;
    };
  });
  afterAll(() => connected?.close());
  const log = async () => {
    const headers = { Authorization: `Bearer ${connected.token()}` };
    const response = await fetch(`${world.origin}${API_PATH}/account/audit?limit=100`, { headers });
    return ((await response.json()) as { entries: Entry[] }).entries;
  };
  const told = async () => (await world.mailsTo(OWNER)).map(({ subject }) => subject);
  const settings = () => done<Settings>(act("get_domain_registrar_settings", { domain: NAME }));

  test("quotes, is refused without the terms, orders once, and the customer pays", async () => {
    const quote = await done<{ available: boolean; price: { amount: number }; terms: { version: string } }>(
      act("quote_domain_order", { domain: NAME }),
    );
    expect(quote.available).toBe(true);
    const without = await refused(act("order_domain", { domain: NAME, ...key() }));
    expect(without).toMatchObject({ code: "terms_not_accepted", terms: { version: quote.terms.version } });

    const order = {
      domain: NAME,
      accept_terms: quote.terms.version,
      expected_price: quote.price.amount,
      ...key(),
    };
    const placed = await done<PlacedOrder>(act("order_domain", order));
    expect(placed.invoice.status).toBe("unpaid");
    expect(await done(act("order_domain", order)), "the same key again").toEqual(placed);

    const { invoices } = await done<{ invoices: { id: number }[] }>(act("list_my_invoices", { limit: 100 }));
    expect(invoices.filter(({ id }) => id === placed.invoice.id)).toEqual([placed.invoice]);
    expect(world.registry.changes(NAME), "nothing before it is paid").toEqual([]);

    const paid = await world.pay(placed.action_required.url);
    expect(textOf(paid.html)).toContain("the invoice is paid");
    expect(world.registry.changes(NAME).map(({ kind }) => kind)).toEqual(["register"]);
    const { domains } = await done<{ domains: { domain: string; status: string }[] }>(
      act("list_my_domains", { limit: 100 }),
    );
    expect(domains.find(({ domain }) => domain === NAME)?.status).toBe("active");
    const check = await fetch(`${world.origin}${API_PATH}/domains/availability?domain=${NAME}`);
    expect(await check.json()).toMatchObject({ status: "taken", available: false });
    expect((await refused(act("order_domain", { ...order, ...key() }))).code).toBe("not_available");
    await expect.poll(told).toContain(`Order ${placed.order_id}: Domain name ${NAME}`);
    expect((await told()).filter((subject) => subject.includes(NAME))).toHaveLength(1);
  });

  test("renews a name, which is prolonged once it is paid", async () => {
    const before = world.registry.changes("studio-ana.ca").length;
    const placed = await done<PlacedOrder>(act("renew_domain", { domain: "studio-ana.ca", years: 2, ...key() }));
    expect((await refused(act("renew_domain", { domain: "studio-ana.ca", ...key() }))).code).toBe("already_requested");
    expect(world.registry.changes("studio-ana.ca")).toHaveLength(before);
    await world.pay(placed.action_required.url);
    expect(world.registry.changes("studio-ana.ca").at(-1)?.kind).toBe("renew");
  });

  test("changes a plan, as it was quoted", async () => {
    const quote = await done<{ due_now: { amount: number }; allowed: boolean }>(
      act("quote_plan_change", { id: 2101, plan: "web-pro" }),
    );
    expect(quote.allowed).toBe(true);
    const change = { id: 2101, plan: "web-pro", expected_price: quote.due_now.amount, ...key() };
    const placed = await done<PlacedOrder & { invoice: { subtotal: number } }>(act("change_plan", change));
    expect(placed.invoice.subtotal).toBe(quote.due_now.amount);
    await world.pay(placed.action_required.url);
    const { services } = await done<{ services: { id: number; plan_id: string }[] }>(act("list_my_services"));
    expect(services.find(({ id }) => id === 2101)?.plan_id).toBe("web-pro");
  });

  test("cancels after its statement alone", async () => {
    const stated = await done<{ done: boolean; confirm: string; consequences: string[] }>(
      act("cancel_service", { id: 2102 }),
    );
    expect(stated.done).toBe(false);
    expect(stated.consequences.length).toBeGreaterThan(0);
    const bad = { id: 2102, when: "immediately", confirm: stated.confirm, ...key() };
    expect((await refused(act("cancel_service", bad))).code).toBe("refused");
    const cancelled = await done(act("cancel_service", { id: 2102, confirm: stated.confirm, ...key() }));
    expect(cancelled).toMatchObject({ done: true, service: { cancellation: { when: "end_of_period" } } });
    expect((await refused(act("cancel_service", { id: 2102 }))).code).toBe("already_requested");
  });

  test("sets nameservers and the lock, and reads them back", async () => {
    expect((await settings()).nameservers).not.toEqual(NAMESERVERS);
    await done(act("set_domain_nameservers", { domain: NAME, nameservers: NAMESERVERS }));
    expect((await settings()).nameservers).toEqual(NAMESERVERS);
    for (const locked of [false, true]) {
      await done(act("set_domain_lock", { domain: NAME, locked }));
      expect((await settings()).locked).toBe(locked);
    }
    await expect.poll(told).toEqual(expect.arrayContaining([`${NAME} was unlocked`, NAMESERVERS_MAIL]));
    const forbidden = await refused(act("set_domain_lock", { domain: "studio-ana.quebec", locked: false }));
    expect(forbidden.code).toBe("not_allowed");
  });

  test("prepares a transfer away, whose code is in the owner's mail and nowhere else", async () => {
    const prepared = await done(act("transfer_domain_out", { domain: "ana.dev", confirm_domain: "ana.dev", ...key() }));
    expect(prepared).toMatchObject({ unlocked: true, code_sent_to: "o•••@maple.example" });
    const isTheCode = ({ subject }: { subject: string }) => subject === "Transfer code of ana.dev";
    await expect.poll(async () => (await world.mailsTo(OWNER)).filter(isTheCode)).toHaveLength(1);
    const mail = (await world.mailsTo(OWNER)).find(isTheCode);
    const code = /Transfer code:\s+(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const { endpoints, registrarToken } = world.registry;
    const atRegistrar = await fetch(`http://${endpoints.registrar}/domains/ana.dev/auth-code`, {
      headers: { Authorization: `Bearer ${registrarToken}` },
    });
    expect(await atRegistrar.json()).toEqual({ value: code });
    expect(code).toMatch(/^\S{8,}$/);
    expect(mail?.to).toEqual([OWNER]);

    // Each with something that must be found there; the logs may be silent.
    const stores: [store: string, held: string, known: string][] = [
      ["answers", JSON.stringify(answers), "ana.dev"],
      ["audit", JSON.stringify(await log()), "ana.dev"],
      ["logs", JSON.stringify(world.system.getLogs()), "["],
      ["billing", await everyRow(world.billing), "ana.dev"],
      ["accounts", await everyRow(world.accounts), '"account_id":1001'],
    ];
    for (const [store, held, known] of stores) {
      expect(held, store).toContain(known);
      expect(held.includes(code), store).toBe(false);
    }
  });

  test("and its log tells it all", async () => {
    const actions = (await log())
      .toReversed()
      .filter(({ operation }) => !/^(?:list|get|quote)/.test(operation))
      .map(({ operation, target, code, outcome }) => [operation, target, code ?? outcome]);
    const first = actions.findIndex(([operation]) => operation === "orderDomain");
    expect(actions.slice(first)).toEqual([
      ["orderDomain", `domain:${NAME}`, "terms_not_accepted"],
      ["orderDomain", `domain:${NAME}`, "succeeded"],
      ["orderDomain", `domain:${NAME}`, "succeeded"],
      ["orderDomain", `domain:${NAME}`, "not_available"],
      ["renewDomain", "domain:studio-ana.ca", "succeeded"],
      ["renewDomain", "domain:studio-ana.ca", "already_requested"],
      ["changePlan", "service:2101", "succeeded"],
      ["cancelService", "service:2102", "refused"],
      ["cancelService", "service:2102", "succeeded"],
      ["setDomainNameservers", `domain:${NAME}`, "succeeded"],
      ["setDomainLock", `domain:${NAME}`, "succeeded"],
      ["setDomainLock", `domain:${NAME}`, "succeeded"],
      ["setDomainLock", "domain:studio-ana.quebec", "not_allowed"],
      ["transferDomainOut", "domain:ana.dev", "succeeded"],
    ]);
  });
});
