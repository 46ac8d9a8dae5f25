import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDomain } from "../../../workers/account/operations/order-domain.ts";
import { quoteDomainOrder } from "../../../workers/account/operations/quote-domain-order.ts";
import { toolCall } from "../../support/account-client.ts";
import { answerTo, nsRecord } from "../../support/dns-messages.ts";
import { World } from "../../support/world.ts";

// These tests check that customers are served while anonymous callers use up the real rates of the registries.

/** A DNS resolver that returns nameservers for domains starting with `delegated`. */
const resolver: Server = createServer((request, response) => {
  const sent = new URL(request.url ?? "", "http://resolver").searchParams.get("dns") ?? "";
  const labels: string[] = [];
  const query = Buffer.from(sent, "base64url");
  for (let at = 12; query[at]; at += (query[at] ?? 0) + 1) {
    labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString());
  }
  const name = labels.join(".");
  const answers = name.startsWith("delegated") ? [nsRecord(name)] : [];
  const code = answers.length > 0 ? 0 : 3;
  response.writeHead(200, { "Content-Type": "application/dns-message" });
  response.end(Buffer.from(answerTo(name, { answers, code })));
});

let alone: World;
const withRegistrar = new World();

beforeAll(async () => {
  await once(resolver.listen(0, "127.0.0.1"), "listening");
  const { port } = resolver.address() as AddressInfo;
  alone = new World({
    vars: {
      catalogue: {
        DNS_RESOLVER: `http://127.0.0.1:${port}/dns-query`,
        REGISTRY_RATES: JSON.stringify({ "whois.nic.at": { per_minute: 1, burst: 1 } }),
        // A busy machine needs more time for a hundred simultaneous checks.
        CHECK_DEADLINE_MS: "9000",
      },
      billing: { REGISTRAR: "" },
    },
  });
  await alone.start();
  await withRegistrar.start();
});
afterAll(async () => {
  await alone.close();
  await withRegistrar.close();
  resolver.close();
});

interface Check {
  status: string;
  reason: string;
  source: string | null;
  retry_after: number | null;
  order_url: string | null;
  note: string;
}

const check = async (system: World, domain: string, address: string) =>
  (await (await system.check(domain, { address })).json()) as Check;

const FLOOD = 60;

/** Checks one domain over MCP. */
async function mcpCheck(system: World, domain: string, address: string): Promise<Check | undefined> {
  const response = await fetch(`${system.origin}/api/v1/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
    body: JSON.stringify(toolCall("check_domain", { domain })),
  });
  const { result } = (await response.json()) as { result: { structuredContent?: Check } };
  return result.structuredContent;
}

/** Searches several domains with one request. */
async function search(system: World, domains: string[], address: string): Promise<Check[]> {
  const headers = { "CF-Connecting-IP": address };
  const response = await fetch(`${system.origin}/api/v1/domains/search?domains=${domains.join()}`, { headers });
  return ((await response.json()) as { results: Check[] }).results;
}

const quote = (world: World, domain: string) => world.api.call(quoteDomainOrder, { domain });

test("a flood of anonymous checks and searches does not make a customer's quote or order fail", async () => {
  await alone.api.token();
  const extensions = ["it", "de", "com"];
  // Only four callers run at the same time, because more would overload the machine.
  const answered: Check[] = [];
  const names = Array.from({ length: FLOOD }, (_, at) => `free-flood-${at}.${extensions[at % 3]}`);
  const flood = Array.from({ length: 4 }, async (_, caller) => {
    for (let [name, ...more] = names.splice(0, 5); name !== undefined; [name, ...more] = names.splice(0, 5)) {
      const answer = await mcpCheck(alone, name, "203.0.113.7");
      if (answer) answered.push(answer);
      answered.push(...(await search(alone, more, `203.0.113.${20 + caller}`)));
    }
  });
  const unanswered = () => answered.filter(({ status }) => status === "unknown");
  await expect.poll(() => unanswered().length).toBeGreaterThan(0);
  const quotes: string[] = [];
  for (const round of [1, 2]) {
    for (const extension of extensions) {
      const { status, body } = await quote(alone, `free-mine-${round}.${extension}`);
      quotes.push(`.${extension} ${status} ${body.available ?? JSON.stringify(body)}`);
    }
  }
  expect(quotes).toEqual([1, 2].flatMap(() => [".it 200 true", ".de 200 true", ".com 200 true"]));

  const { body: quoted } = await quote(alone, "free-mine-ordered.com");
  const ordered = await alone.api.call(
    orderDomain,
    { domain: "free-mine-ordered.com", accept_terms: (quoted.terms as { version: string }).version },
    { key: "beside-a-flood" },
  );
  expect(ordered.status).toBe(201);
  const paid = await alone.pay((ordered.body.invoice as { view_url: string }).view_url);
  expect(paid.html).toContain("so the name is not registered yet");

  await Promise.all(flood);
  expect(answered).toHaveLength(FLOOD);
  for (const { reason, retry_after } of unanswered()) {
    expect(reason).toBe("budget");
    expect(retry_after).toBeGreaterThanOrEqual(1);
  }
});

test("a delegation shows that a domain is taken if the registry's rate is used up, but its absence shows nothing", async () => {
  expect(await check(alone, "free-first.at", "203.0.113.1")).toMatchObject({ source: "whois" });
  const delegated = await check(alone, "delegated-name.at", "198.51.100.1");
  expect(delegated).toMatchObject({ status: "taken", reason: "delegated", source: "dns", retry_after: null });
  expect(delegated.note).toContain("A transfer ");
  const other = await check(alone, "free-other.at", "198.51.100.2");
  expect(other).toMatchObject({ status: "unknown", reason: "budget", source: null });
  expect(other.retry_after).toBeGreaterThan(0);
});

test("without a registrar, a domain without a public source gets no_public_source, and its quote gets not_offered", async () => {
  const known = await check(alone, "free-nobody.es", "198.51.100.3");
  expect(known).toMatchObject({ status: "unknown", reason: "no_public_source", source: null, retry_after: null });
  expect(known.order_url).toMatch(/\/client-area\/cart/);
  expect(known.order_url).not.toContain("free-nobody");
  expect(known.note).toContain("cannot check names with this extension");
  const { status, body } = await quote(alone, "free-nobody.es");
  expect([status, body.code, body.retryable]).toEqual([409, "not_offered", false]);
  const order = { domain: "free-nobody.es", accept_terms: "whatever" };
  const ordered = await alone.api.call(orderDomain, order, { key: "nobody-to-ask" });
  expect([ordered.status, ordered.body.code]).toEqual([409, "not_offered"]);
});

test("a customer's quotes use the registrar after the registry's rate is used up", async () => {
  await withRegistrar.api.token();
  const flood = Array.from({ length: 60 }, (_, at) =>
    check(withRegistrar, `free-flood-${at}.it`, `203.0.113.${at % 3}`),
  );
  const quotes = await Promise.all(Array.from({ length: 8 }, (_, at) => quote(withRegistrar, `free-many-${at}.it`)));
  expect(quotes.map(({ status, body }) => `${status} ${body.available}`)).toEqual(Array(8).fill("200 true"));
  const sources = new Set((await Promise.all(flood)).map(({ source }) => source));
  expect(sources).toContain("registrar");
  expect((await quote(withRegistrar, "free-registrar.es")).body.available).toBe(true);
});
