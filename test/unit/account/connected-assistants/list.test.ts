import { beforeEach, describe, expect, test } from "vitest";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { AssistantsPages, agreement, type Form, ids, MINUTE, NOW, signedInAs } from "./assistants-pages.ts";
import { sampleConnections } from "./samples.ts";

const page = await AssistantsPages.start();
const { connections, index } = page;
beforeEach(() => page.clear());

const reject = () => Promise.reject(new Error("no answer"));
const down = {
  billing: { readConsentFacts: reject, listDomains: reject, listServices: reject },
};

/** Returns the HTML of the connection that contains the words. */
const cardOf = (html: string, words: string) =>
  html.split('<form id="connection-').find((card) => card.includes(words)) ?? "";

describe("a long list of connections", () => {
  const names = (text: string) => [...text.matchAll(/<h[23]><bdi>([^<]+)/g)].map(([, name]) => name);
  const make = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const one = { name: `Tool ${at}`, application: `https://tool-${at}.example/client` };
      await connections.make(await agreement({ ...one, ...(at === 3 && { name: "Équipe Café" }) }));
    }
  };

  test("can be searched by name, ignoring case and accents, and shows the number of matches", async () => {
    await make(8);
    const all = await page.html();
    expect(names(all)).toHaveLength(8);
    expect(all).toContain('href="#disconnect-all"');
    const found = await page.html("?q=equipe+CAFE");
    expect(names(found)).toEqual(["Équipe Café"]);
    expect(found).toContain('value="equipe CAFE"');
    const none = await page.html("?q=%3Cb%3E");
    expect(names(none)).toEqual([]);
    expect(none).not.toContain("<b>");
    expect(names(await page.html(`?q=${"x".repeat(5000)}`))).toEqual([]);
  });

  test("can be searched by the displayed host, verified or not", async () => {
    await make(6);
    const origin = { kind: "unverified", domain: "documents.example" } as const;
    await connections.make(await agreement({ name: "Notes", application: "https://documents.example/notes", origin }));
    await connections.make(await agreement({ name: "No host", application: "itself", origin: { kind: "unverified" } }));
    expect(names(await page.html("?q=documents.example"))).toEqual(["Notes"]);
    expect(names(await page.html("?q=undefined"))).toEqual([]);
  });
});

test("the name of an application is shown as plain text, whatever it contains", async () => {
  await connections.make(await agreement({ name: `<b onclick="x">"'&` }));
  const html = await page.html();
  expect(html).toContain("<bdi>&lt;b onclick=&quot;x&quot;&gt;&quot;&#39;&amp;</bdi>");
  expect(html).not.toContain("<b onclick");
});

test("the list shows no connections of other logins", async () => {
  await sampleConnections(page);
  const text = await page.text("", { signedIn: signedInAs("contact") });
  expect(text).toContain("contact@maple.example");
  expect(text).not.toContain("Atlas Assistant");
});

test("the page corrects the index from the connection objects, except while a connection is being created", async () => {
  const ended = await agreement();
  await connections.make(ended);
  const held = connections.held.get(ended.id);
  if (held) held.end = { at: "2026-11-10T00:00:00Z", reason: "expired" };
  await index.add(await agreement());
  const inTheMaking = await agreement({ madeAt: new Date(NOW - MINUTE).toISOString() });
  await index.add(inTheMaking);

  expect(await page.html()).not.toContain(`connection-${ended.id}`);
  expect((await index.alive({ loginId: LOGINS.owner })).map(({ id }) => id)).toEqual([inTheMaking.id]);
  const all = await index.ofApplication({ loginId: LOGINS.owner }, 1001, ended.application);
  expect(all.map(({ id, endedAt }) => [id, endedAt])).toEqual([
    [inTheMaking.id, null],
    [ended.id, Date.parse("2026-11-10T00:00:00Z")],
  ]);
});

test("an unreadable connection stays in the index and hides no other connection", async () => {
  const { atlas } = await sampleConnections(page);
  connections.unreachable.add(atlas);
  const text = await page.text();
  expect(text).toContain("Nightly report");
  expect(await index.alive({ loginId: LOGINS.owner })).toHaveLength(5);
});

const disconnecting = (id: string): Form => [
  ["connection", id],
  ["action", "disconnect"],
];

test("connections can be disconnected while the billing system is down", async () => {
  const { atlas } = await sampleConnections(page);
  expect((await page.post(disconnecting(atlas), down)).status).toBe(303);
});

test("an unreadable list of services or domains hides only its own choices", async () => {
  await sampleConnections(page);
  for (const [list, unread, read] of [
    ["listDomains", 'value="domain:ana.dev"', 'value="service:2103"'],
    ["listServices", 'value="service:2103"', 'value="domain:ana.dev"'],
  ] as const) {
    const html = await page.html("?new-token&account=1001", { billing: page.billingWithout(list) });
    for (const part of [html.split('id="new-token"')[1] ?? "", cardOf(html, "Atlas Assistant")]) {
      expect([part.includes(unread), part.includes(read)]).toEqual([false, true]);
    }
    expect(html).toContain('value="create_token"');
  }
  const limited = cardOf(await page.html("", { billing: page.billingWithout("listServices") }), "Nightly report");
  expect(limited).toContain('<input type="hidden" name="limit" value="domain:studio-ana.ca"');
});

describe("disconnecting a connection", () => {
  test("ends the connection immediately, and the list confirms it", async () => {
    const { atlas } = await sampleConnections(page);
    const response = await page.post(disconnecting(atlas));
    expect(response.status).toBe(303);
    expect(connections.held.get(atlas)?.end?.reason).toBe("disconnected");
    const html = await page.landing(response);
    expect(html).toMatch(/role="status">Atlas Assistant was disconnected\./);
    expect(html).not.toContain(`connection-${atlas}`);
    expect(html).not.toMatch(/href="[^"]*ended=/);
  });

  const FOREIGN_IDS = ["made up", "another login's", "unknown"];
  test.each(FOREIGN_IDS)("returns 404 for an id that is %s", async (kind) => {
    const foreign = await agreement({ loginId: LOGINS.big });
    await connections.make(foreign);
    const id = {
      "made up": "1234567890123456789012",
      "another login's": foreign.id,
      unknown: await ids.mint(),
    }[kind] as string;
    for (const action of ["disconnect", "narrow"]) {
      const form: Form = [
        ["connection", id],
        ["action", action],
      ];
      const response = await page.post(form);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("There is no such connection");
    }
    expect(connections.held.get(foreign.id)?.end).toBeNull();
    if (kind === "made up") expect(connections.touched).toEqual([]);
  });

  test("returns 503 if the object cannot be reached", async () => {
    const { atlas } = await sampleConnections(page);
    connections.unreachable.add(atlas);
    const response = await page.post([["action", "disconnect_all"]]);
    expect(response.status).toBe(503);
  });

  test("is confirmed only if the connection in the URL has ended", async () => {
    const { atlas } = await sampleConnections(page);
    for (const query of [`ended=${atlas}`, "ended-all=3", `narrowed=${await ids.mint()}`, "ended=x"]) {
      expect(await page.html(`?${query}`)).not.toContain('role="status"');
    }
  });

  test("ends all connections of the login with “all”, and no others", async () => {
    await sampleConnections(page);
    const other = await agreement({ loginId: LOGINS.big });
    await connections.make(other);
    const response = await page.post([["action", "disconnect_all"]]);
    expect(response.status).toBe(303);
    const alive = [...connections.held.values()].filter(({ end }) => end === null);
    expect(alive.map(({ agreement: { id } }) => id)).toEqual([other.id]);
  });
});

describe("restricting a connection", () => {
  const restricting = (id: string, ...fields: Form): Form => [["connection", id], ...fields, ["action", "narrow"]];
  const agreed = (id: string) => connections.held.get(id)?.agreement;

  test("removes the unticked scopes and adds a limit", async () => {
    const { atlas } = await sampleConnections(page);
    const response = await page.post(restricting(atlas, ["limit", "domain:Studio-Ana.CA."]));
    expect(response.status).toBe(303);
    expect(agreed(atlas)).toMatchObject({
      scopes: ["account:read"],
      limit: { kind: "domain", name: "studio-ana.ca" },
      limitName: "studio-ana.ca",
    });
  });

  const ana = ["limit", "domain:ana.dev"] as Form[number];
  test.each<[string, Form, number, string]>([
    ["a scope that the connection never had", [["scope", "domains:write"]], 409, "more than you agreed to"],
    ["an unknown scope", [["scope", "everything"]], 400, "does not offer"],
    ["two limits", [["limit", "all"], ana], 400, "Choose everything, or one"],
    ["a domain of another account", [["limit", "domain:free-example.ca"]], 400, "no such domain name"],
    ["a service of another account", [["limit", "service:999999"]], 400, "no such domain name"],
  ])("is refused with a message at the connection for %s", async (_, fields, status, words) => {
    const { atlas } = await sampleConnections(page);
    const response = await page.post(restricting(atlas, ...fields));
    expect(response.status).toBe(status);
    const html = await response.text();
    expect(html).toMatch(/role="alert" tabindex="-1" autofocus/);
    expect(html).toContain(words);
    expect(agreed(atlas)).toMatchObject({ scopes: ["account:read", "billing:write"], limitName: null });
  });

  test("allows one service within a limit to its domain, and no other service", async () => {
    const { token } = await sampleConnections(page);
    const offered = async () => {
      const [, card = ""] = (await page.html()).split(`id="connection-${token}"`);
      return [...(card.split("</form>")[0] ?? "").matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
    };
    expect(await offered()).toEqual(["domain:studio-ana.ca", "service:2101", "service:2102"]);
    const limitedTo = (limit: string) => page.post(restricting(token, ["scope", "billing:write"], ["limit", limit]));
    expect((await limitedTo("service:2103")).status, "a service of another name").toBe(409);
    expect((await limitedTo("domain:ana.dev")).status).toBe(409);
    expect((await page.post(restricting(token, ["limit", "service:2102"]), down)).status).toBe(503);
    expect((await limitedTo("service:2102")).status).toBe(303);
    expect(agreed(token)).toMatchObject({
      scopes: ["account:read", "billing:write"],
      limit: { kind: "service", id: 2102 },
      limitName: expect.stringContaining("shop.studio-ana.ca"),
    });
    expect((await limitedTo("domain:studio-ana.ca")).status, "and not back").toBe(409);
    expect(await offered()).toEqual([]);
  });
});

test("a form with a missing or unknown action has no effect", async () => {
  await sampleConnections(page);
  for (const form of [[], [["action", "explode"]]] as Form[]) expect((await page.post(form)).status).toBe(400);
  expect(await index.alive({ loginId: LOGINS.owner })).toHaveLength(5);
});
