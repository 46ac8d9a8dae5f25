import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LOGINS } from "../../engine/support/questions.ts";
import {
  type AssistantsPages,
  agreement,
  DAY,
  foreignIds,
  ids,
  MINUTE,
  NOW,
  signedInAs,
  startAssistants,
} from "./support/assistants-pages.ts";
import { busyLog, sampleConnections } from "./support/samples.ts";

const LIST = "/connected-assistants";
let api: AssistantsPages;

beforeAll(async () => {
  api = await startAssistants();
});
afterAll(() => api.close());
beforeEach(() => api.clear());

const down = { listManagedAccounts: reject, listServices: reject, listDomains: reject };
function reject(): Promise<never> {
  return Promise.reject(new Error("no answer"));
}

async function textOf(response: Response): Promise<string> {
  return (await response.text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("each connection says who it is, what it may do, where, and when it was used", async () => {
  await sampleConnections(api);
  const response = await api.ask(LIST);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
  const text = await textOf(response);
  expect(text).toContain("owner@maple.example");
  expect(text).toContain("atlas.example · verified");
  expect(text).toContain("Order, renew, change and cancel Everything in Studio Ana Inc.");
  expect(text).toContain("Connected 3 November 2026 · last used 12 minutes ago");
  expect(text).toContain("What it did (last 5)");
  expect(text).toContain("20 Nov 2026, 14:02 UTC Renew domain names studio-ana.ca succeeded");
  expect(text).toContain("14:03 UTC Order domain names ana.shop under way 20 Nov 2026, 14:02 UTC");
  expect(text).toContain("refused: outside the connection’s limit");
  expect(text).toMatch(/refused: outside the connection’s limit .{0,40}Change plans service 2001 failed: /);
  expect(text).toContain("API token fdk_7Hq2…x9Qa · ends 1 March 2027");
  expect(text).toContain("Renew domain names Turn automatic renewal on or off Only studio-ana.ca");
  expect(text).toContain("last used yesterday");
  expect(text).toContain("registered itself, name not verified");
  expect(text).toContain("never used");
  expect(text).toContain("What it did (nothing yet)");
});

describe("a long list", () => {
  const names = (text: string) => [...text.matchAll(/<h[23]><bdi>([^<]+)/g)].map(([, name]) => name);
  const make = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const one = { name: `Tool ${at}`, application: `https://tool-${at}.example/client` };
      await api.connections.make(await agreement({ ...one, ...(at === 3 && { name: "Équipe Café" }) }));
    }
  };

  test("can be searched by name, without case and accents, and says how many fit", async () => {
    await make(8);
    const all = await (await api.ask(`${LIST}?lang=en`)).text();
    expect(names(all)).toHaveLength(8);
    expect(all).toContain('href="#disconnect-all"');
    const found = await (await api.ask(`${LIST}?lang=en&q=equipe+CAFE`)).text();
    expect(names(found)).toEqual(["Équipe Café"]);
    expect(found).toContain("1 of 8 fits");
    expect(found).toContain('value="equipe CAFE"');
    expect(found).toContain("all 8 connections and API tokens");
    const none = await (await api.ask(`${LIST}?lang=en&q=%3Cb%3E`)).text();
    expect(names(none)).toEqual([]);
    expect(none).toContain("None of 8 fits.");
    expect(none).not.toContain("<b>");
    expect(none).not.toContain("Nothing is connected yet");
    expect(names(await (await api.ask(`${LIST}?q=${"x".repeat(5000)}`)).text())).toEqual([]);
  });

  test("can be searched by the host that is shown, verified or not", async () => {
    await make(6);
    const origin = { kind: "unverified", domain: "documents.example" } as const;
    await api.connections.make(
      await agreement({ name: "Notes", application: "https://documents.example/notes", origin }),
    );
    await api.connections.make(
      await agreement({ name: "No host", application: "itself", origin: { kind: "unverified" } }),
    );
    const found = async (q: string) => names(await (await api.ask(`${LIST}?lang=en&q=${q}`)).text());
    expect(await found("documents.example")).toEqual(["Notes"]);
    expect(await found("undefined")).toEqual([]);
  });

  test("a short one has no search", async () => {
    await make(5);
    expect(await (await api.ask(`${LIST}?lang=en`)).text()).not.toContain('name="q"');
  });
});

test("what it read and what it did stand together, and what is not all of it does not pass for all", async () => {
  const read = busyLog()[1];
  if (!read) throw new Error("the log is too short");
  const renewed = { ...read, operation: "renewDomain", target: "domain:ana.dev" };
  await api.connections.make(await agreement({ name: "Both" }), {
    log: [read],
    actions: [
      { ...renewed, id: "0", at: "2026-11-20T14:13:00Z", status: 201 },
      { ...renewed, id: "1", at: "2026-11-20T13:00:00Z", outcome: "in_progress", status: null },
    ],
  });
  await api.connections.make(await agreement({ name: "Half", application: "half" }), { log: [read], actions: null });
  const cards = (await (await api.ask(LIST)).text()).split('<form id="connection-');
  const textOfCard = (name: string) =>
    textOf(new Response(cards.find((card) => card.includes(`<bdi>${name}</bdi>`)) ?? ""));
  const both = await textOfCard("Both");
  expect(both).toContain("What it did (3)");
  expect(both).toMatch(
    /14:13 UTC Renew domain names ana\.dev succeeded .*Read domain names .*13:00 UTC Renew domain names ana\.dev under way/,
  );
  expect(both).not.toContain("could not be read");
  expect(await textOfCard("Half")).toContain("What it read (1) What it changed could not be read just now.");
});

test("an account that does not answer lacks from the page, which says so", async () => {
  await sampleConnections(api);
  const account = () => ({ entries: () => Promise.reject(new Error("no answer")) });
  const text = await textOf(await api.ask(LIST, null, { account }));
  expect(text).toContain("What it changed could not be read just now.");
  expect(text).toContain("Read domain names");
  expect(text).toContain("What it did (could not be read)");
  expect(text).not.toContain("nothing yet");
});

test("connections of one application stand together, what was used last comes first", async () => {
  await sampleConnections(api);
  const html = await (await api.ask(LIST)).text();
  const names = [...html.matchAll(/<h([23])[^>]*><bdi>([^<]+)/g)].map(([, level, name]) => `${level} ${name}`);
  expect(names).toEqual([
    "2 Atlas Assistant",
    "2 Nightly report",
    "2 localhost tool",
    "2 Harbour Desk",
    "3 Harbour Desk",
    "3 Harbour Desk",
  ]);
});

test("a name is text, whatever is in it", async () => {
  await api.connections.make(await agreement({ name: `<b onclick="x">"'&` }));
  const html = await (await api.ask(LIST)).text();
  expect(html).toContain("<bdi>&lt;b onclick=&quot;x&quot;&gt;&quot;&#39;&amp;</bdi>");
  expect(html).not.toContain("<b onclick");
});

test("without connections the page says what to do next", async () => {
  const text = await textOf(await api.ask(`${LIST}?lang=fr`));
  expect(text).toContain("Rien n’est encore connecté");
  expect(text).toContain("http://localhost:8787/api/v1/account/mcp");
});

test("the French page has French dates, and the demonstration says that it is one", async () => {
  await sampleConnections(api);
  const text = await textOf(await api.ask(`${LIST}?lang=fr`, null, { demonstration: true }));
  expect(text).toContain("Créé le 1er septembre 2026 · dernière utilisation : hier");
  expect(text).toContain("20 nov. 2026, 14 h 02 UTC");
  expect(text).toContain("Ceci est une démonstration");
});

test("another login's connections are not listed", async () => {
  await sampleConnections(api);
  const text = await textOf(await api.ask(LIST, null, { signedIn: signedInAs("contact") }));
  expect(text).toContain("contact@maple.example");
  expect(text).not.toContain("Atlas Assistant");
});

test("the index is mended by what the objects know, but never while one is being made", async () => {
  const ended = await agreement();
  await api.connections.make(ended);
  const held = api.connections.held.get(ended.id);
  if (held) held.end = { at: "2026-11-10T00:00:00Z", reason: "expired" };
  const unknown = await agreement();
  await api.index.add(unknown);
  const inTheMaking = await agreement({ madeAt: new Date(NOW - MINUTE).toISOString() });
  await api.index.add(inTheMaking);

  expect(await textOf(await api.ask(LIST))).toContain("Nothing is connected yet");
  expect((await api.index.alive(LOGINS.owner)).map(({ id }) => id)).toEqual([inTheMaking.id]);
  const all = await api.index.ofApplication(LOGINS.owner, 1001, ended.application);
  expect(all.map(({ id, endedAt }) => [id, endedAt])).toEqual([
    [inTheMaking.id, null],
    [ended.id, Date.parse("2026-11-10T00:00:00Z")],
  ]);
});

test("a connection that cannot be read is said, kept, and holds nothing up", async () => {
  const { atlas } = await sampleConnections(api);
  api.connections.unreachable.add(atlas);
  const text = await textOf(await api.ask(LIST));
  expect(text).toContain("One more connection could not be read just now");
  expect(text).toContain("Nightly report");
  expect(await api.index.alive(LOGINS.owner)).toHaveLength(5);
});

test("while the billing system is down the list stands, and connections are ended", async () => {
  const { atlas } = await sampleConnections(api);
  const page = await textOf(await api.ask(LIST, null, { billing: down }));
  expect(page).toContain("Atlas Assistant");
  expect(page).toContain("your domain names and services cannot be shown here");
  expect(page).toContain("An API token can be created when it does");
  const response = await api.ask(
    LIST,
    [
      ["connection", atlas],
      ["action", "disconnect"],
    ],
    { billing: down },
  );
  expect(response.status).toBe(303);
});

describe("disconnecting", () => {
  test("ends the connection at once and says so on the list", async () => {
    const { atlas } = await sampleConnections(api);
    const response = await api.ask(`${LIST}?lang=en`, [
      ["connection", atlas],
      ["action", "disconnect"],
    ]);
    expect(response.status).toBe(303);
    expect(api.connections.held.get(atlas)?.end?.reason).toBe("disconnected");
    const html = await (await api.ask(response.headers.get("Location") ?? "")).text();
    expect(html).toMatch(/role="status">Atlas Assistant was disconnected\./);
    expect(html).not.toContain(`connection-${atlas}`);
    expect(html).not.toMatch(/href="[^"]*ended=/);
  });

  test.each(["made up", "of another service", "another login's", "unknown"])("an id that is %s: 404", async (kind) => {
    const foreign = await agreement({ loginId: LOGINS.big });
    await api.connections.make(foreign);
    const id = {
      "made up": "1234567890123456789012",
      "of another service": await foreignIds.mint(),
      "another login's": foreign.id,
      unknown: await ids.mint(),
    }[kind] as string;
    for (const action of ["disconnect", "narrow"]) {
      const response = await api.ask(LIST, [
        ["connection", id],
        ["action", action],
      ]);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("There is no such connection");
    }
    expect(api.connections.held.get(foreign.id)?.end).toBeNull();
    if (kind === "made up" || kind === "of another service") expect(api.connections.touched).toEqual([]);
  });

  test("an address cannot make the page say that something was ended", async () => {
    const { atlas } = await sampleConnections(api);
    for (const query of [`ended=${atlas}`, "ended-all=3", `narrowed=${await ids.mint()}`, "ended=x"]) {
      expect(await (await api.ask(`${LIST}?${query}`)).text()).not.toContain('role="status"');
    }
  });

  test("all of them: every one of the login's, and nobody else's", async () => {
    await sampleConnections(api);
    const other = await agreement({ loginId: LOGINS.big });
    await api.connections.make(other);
    const response = await api.ask(LIST, [["action", "disconnect_all"]]);
    expect(response.status).toBe(303);
    const text = await textOf(await api.ask(response.headers.get("Location") ?? ""));
    expect(text).toContain("No connection and no API token is left.");
    const madeUp = await textOf(await api.ask(`${LIST}?ended-all=57`));
    expect(madeUp).toContain("No connection and no API token is left.");
    expect(madeUp).not.toContain("57");
    const alive = [...api.connections.held.values()].filter(({ end }) => end === null);
    expect(alive.map(({ agreement: { id } }) => id)).toEqual([other.id]);
  });

  test("where an object cannot be reached, the page says that it may still work", async () => {
    const { atlas } = await sampleConnections(api);
    api.connections.unreachable.add(atlas);
    const response = await api.ask(LIST, [["action", "disconnect_all"]]);
    expect(response.status).toBe(503);
    expect(await textOf(response)).toContain("1 of 5 connections could not be reached and may still work");
  });
});

describe("narrowing", () => {
  const narrowing = (id: string, ...fields: [string, string][]): [string, string][] => [
    ["connection", id],
    ...fields,
    ["action", "narrow"],
  ];

  test("takes away what was unticked, and limits", async () => {
    const { atlas } = await sampleConnections(api);
    const response = await api.ask(LIST, narrowing(atlas, ["limit", "domain:Studio-Ana.CA."]));
    expect(response.status).toBe(303);
    expect(api.connections.held.get(atlas)?.agreement).toMatchObject({
      scopes: ["account:read"],
      limit: { kind: "domain", name: "studio-ana.ca" },
      limitName: "studio-ana.ca",
    });
    const text = await textOf(await api.ask(response.headers.get("Location") ?? ""));
    expect(text).toContain("What Atlas Assistant may do was narrowed.");
  });

  test("without a limit in the form, the limit stays", async () => {
    const { token } = await sampleConnections(api);
    expect((await api.ask(LIST, narrowing(token, ["scope", "account:read"]))).status).toBe(303);
    expect(api.connections.held.get(token)?.agreement).toMatchObject({
      scopes: ["account:read"],
      limitName: "studio-ana.ca",
    });
  });

  test.each<[string, [string, string][], number, string]>([
    ["a scope it never had", [["scope", "domains:write"]], 409, "more than was agreed"],
    ["a scope that does not exist", [["scope", "everything"]], 400, "does not offer"],
    ["a limit that is none", [["limit", "domain:"]], 400, "Choose everything, or one"],
    [
      "two limits",
      [
        ["limit", "all"],
        ["limit", "domain:ana.dev"],
      ],
      400,
      "Choose everything, or one",
    ],
    ["a domain of another account", [["limit", "domain:free-example.ca"]], 400, "no such domain name"],
    ["a service of another account", [["limit", "service:999999"]], 400, "no such domain name"],
  ])("%s is refused, beside the connection", async (_, fields, status, words) => {
    const { atlas } = await sampleConnections(api);
    const response = await api.ask(LIST, narrowing(atlas, ...fields));
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toMatch(/role="alert" tabindex="-1" autofocus/);
    expect(html).toContain(words);
    expect(api.connections.held.get(atlas)?.agreement).toMatchObject({
      scopes: ["account:read", "billing:write"],
      limitName: null,
    });
  });

  test("a limited token cannot be given the whole account", async () => {
    const { token } = await sampleConnections(api);
    expect((await api.ask(LIST, narrowing(token, ["scope", "billing:write"], ["limit", "all"]))).status).toBe(409);
    expect(api.connections.held.get(token)?.agreement.limitName).toBe("studio-ana.ca");
  });

  test("a limit to a domain name can be narrowed to one of its services, and to no other", async () => {
    const { token } = await sampleConnections(api);
    const card = async () => {
      const html = await (await api.ask(LIST)).text();
      return html.split(`id="connection-${token}"`)[1]?.split("</form>")[0] ?? "";
    };
    const offered = async () => [...(await card()).matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
    expect(await offered()).toEqual(["domain:studio-ana.ca", "service:2101", "service:2102"]);
    const limitedTo = (limit: string) => api.ask(LIST, narrowing(token, ["scope", "billing:write"], ["limit", limit]));
    expect((await limitedTo("service:2103")).status, "a service of another name").toBe(409);
    expect((await limitedTo("domain:ana.dev")).status).toBe(409);
    expect((await api.ask(LIST, narrowing(token, ["limit", "service:2102"]), { billing: down })).status).toBe(503);
    expect((await limitedTo("service:2102")).status).toBe(303);
    expect(api.connections.held.get(token)?.agreement).toMatchObject({
      scopes: ["account:read", "billing:write"],
      limit: { kind: "service", id: 2102 },
      limitName: expect.stringContaining("shop.studio-ana.ca"),
    });
    expect((await limitedTo("domain:studio-ana.ca")).status, "and not back").toBe(409);
    expect(await offered()).toEqual([]);
  });

  test("without the billing system, a new limit is refused and nothing changes", async () => {
    const { atlas } = await sampleConnections(api);
    const response = await api.ask(LIST, narrowing(atlas, ["limit", "domain:ana.dev"]), { billing: down });
    expect(response.status).toBe(503);
    expect(api.connections.held.get(atlas)?.agreement.scopes).toContain("billing:write");
  });
});

test("a form that is not of this page changes nothing", async () => {
  await sampleConnections(api);
  for (const form of [[], [["action", "explode"]]] as [string, string][][]) {
    expect((await api.ask(LIST, form)).status).toBe(400);
  }
  expect(await api.index.alive(LOGINS.owner)).toHaveLength(5);
});

test("how long ago something was used is said in words", async () => {
  for (const [ago, words] of [
    [0, "last used now"],
    [59 * MINUTE, "last used 59 minutes ago"],
    [3 * 60 * MINUTE, "last used 3 hours ago"],
    [40 * DAY, "last used 40 days ago"],
    [100 * DAY, "last used 3 months ago"],
  ] as const) {
    await api.clear();
    await api.connections.make(await agreement(), { lastUsedAt: new Date(NOW - ago).toISOString() });
    expect(await textOf(await api.ask(LIST))).toContain(words);
  }
});
