import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { RdapSource } from "../../../durable-objects/registry/source-types.ts";
import { askOverHttp } from "../../../workers/catalogue/availability/ask/ask-over-http.ts";

const SOURCE: RdapSource = {
  kind: "rdap",
  host: "rdap.registry.example",
  port: 443,
  base: "https://rdap.registry.example/v1/",
  trusted404: true,
  rate: { perMinute: 60, burst: 10, concurrency: 4 },
  origin: "operator",
};
const BAD = { status: "unknown", reason: "bad_answer" };
const NOT_FOUND = JSON.stringify({ errorCode: 404, title: "Not Found" });
const RECORD = JSON.stringify({ objectClassName: "domain", ldhName: "a.example", rdapConformance: ["rdap_level_0"] });

let server: Server | undefined;
let asked: string[] = [];
afterEach(() => server?.close());

/** Queries a.example. A local server replaces every registry host. */
async function ask(answer: RequestListener, source = SOURCE) {
  asked = [];
  const listening = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const instead = { hostname: "127.0.0.1", port };
  return askOverHttp(source, { name: "a.example", endpointOverride: instead, deadlineMs: 2_000 });
}

const rdap = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => response.writeHead(status, { "Content-Type": "application/rdap+json", ...headers }).end(body);
};
const redirect = (to: string, then: RequestListener): RequestListener => {
  return (request, response) =>
    asked.length === 1 ? response.writeHead(302, { Location: to }).end() : then(request, response);
};

test("the registry's own 404 is trusted", async () => {
  expect(await ask(rdap(404, NOT_FOUND))).toEqual({ status: "available", reason: "no_registration_found" });
  expect(asked).toEqual(["/v1/domain/a.example"]);
});

test("a redirect to the registry's own host is followed", async () => {
  const verdict = await ask(redirect("/v2/domain/a.example", rdap(404, NOT_FOUND)));
  expect(verdict.status).toBe("available");
  expect(asked).toEqual(["/v1/domain/a.example", "/v2/domain/a.example"]);
});

test("a 404 from another host is not trusted, but a record from that host is", async () => {
  const elsewhere = "https://rdap.registrar.example/domain/a.example";
  expect(await ask(redirect(elsewhere, rdap(404, NOT_FOUND)))).toEqual(BAD);
  expect((await ask(redirect(elsewhere, rdap(400, NOT_FOUND)))).status).toBe("unknown");
  expect((await ask(redirect(elsewhere, rdap(200, RECORD)))).status).toBe("taken");
});

test("a redirect loop ends after two redirects", async () => {
  const verdict = await ask((_, response) => response.writeHead(301, { Location: "/again" }).end());
  expect(verdict).toEqual(BAD);
  expect(asked).toHaveLength(3);
});

test("a redirect without a valid target is not followed", async () => {
  for (const headers of [{}, { Location: "https://" }]) {
    const verdict = await ask((_, response) => response.writeHead(302, headers as Record<string, string>).end());
    expect(verdict.status).toBe("unknown");
  }
});

test.each([
  ["seconds", () => "17", 17_000, 0],
  ["a date", () => new Date(Date.now() + 600_000).toUTCString(), 600_000, 60_000],
])("the value of Retry-After is read as %s", async (_, text, expected, within) => {
  const { status, waitMs } = await ask(rdap(429, "", { "Retry-After": text() }));
  expect(status).toBe("throttled");
  // A date only has whole seconds, and the response takes some time.
  expect(Math.abs((waitMs ?? 0) - expected)).toBeLessThanOrEqual(within);
});

test("a response of more than 64 KiB proves nothing", async () => {
  const verdict = await ask(rdap(404, NOT_FOUND.padEnd(70_000)));
  expect(verdict).toEqual(BAD);
});
