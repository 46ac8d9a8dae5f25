import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  delegationQuery,
  hasDelegation,
  showsDelegation,
} from "../../../workers/catalogue/availability/dns-delegation.ts";
import { answerTo, nsRecord, soaRecord, wireName } from "../../support/dns-messages.ts";

const NAME = "example.ca";

test("the query follows RFC 8484 with ID 0, recursion desired and one NS question", () => {
  expect([...delegationQuery(NAME)]).toEqual([
    ...[0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    ...[7, ...new TextEncoder().encode("example"), 2, ...new TextEncoder().encode("ca"), 0],
    ...[0, 2, 0, 1],
  ]);
});

test.each([
  ["nameservers of the domain", { answers: [nsRecord(NAME)] }, true],
  ["nameservers under a compressed name", { answers: [nsRecord("\u0000pointer")] }, true],
  ["a referral from the parent zone", { authorities: [nsRecord(NAME)] }, true],
  ["a separate zone without such records", { authorities: [soaRecord(NAME)] }, true],
  ["no records, because the parent zone does not have the domain", { code: 3, authorities: [soaRecord("ca")] }, false],
  [
    "no records, because the parent zone has the domain without a delegation",
    { authorities: [soaRecord("ca")] },
    false,
  ],
  ["the parent zone's nameservers", { authorities: [nsRecord("ca")] }, false],
  ["nameservers of the alias target", { answers: [nsRecord("elsewhere.example")] }, false],
  ["a failure with records", { code: 2, answers: [nsRecord(NAME)] }, false],
  ["a query instead of a response", { flags: 0x0100, answers: [nsRecord(NAME)] }, false],
  ["a response to another question", { name: "other.ca", answers: [nsRecord(NAME)] }, false],
  ["a response to a question of another type", { type: 1, answers: [nsRecord(NAME)] }, false],
  ["another class", { answers: [{ ...nsRecord(NAME), recordClass: 3 }] }, false],
])("only the records of the queried domain show a delegation: %s", (_what, answer, expected) => {
  expect(showsDelegation(answerTo(NAME, answer), NAME)).toBe(expected);
});

test("invalid bytes prove nothing, wherever the message is cut off", () => {
  const whole = answerTo(NAME, { answers: [nsRecord(NAME)] });
  for (let end = 0; end < whole.length; end++) expect(showsDelegation(whole.slice(0, end), NAME)).toBe(false);
  const loop = answerTo(NAME, { answers: [nsRecord(NAME)] });
  loop.set([0xc0, 12 + wireName(NAME).length + 4], 12 + wireName(NAME).length + 4);
  expect(showsDelegation(loop, NAME)).toBe(false);
  expect(showsDelegation(new Uint8Array(65_536).fill(0xff), NAME)).toBe(false);
});

let answering: RequestListener;
const server = createServer((request, response) => answering(request, response));
let resolver: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  resolver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = { "Content-Type": "application/dns-message" };
const delegated = Buffer.from(answerTo(NAME, { answers: [nsRecord(NAME)] }));

test("an HTTP request has the query in its URL, without padding", async () => {
  let asked: IncomingMessage | undefined;
  answering = (request, response) => {
    asked = request;
    response.writeHead(200, message).end(delegated);
  };
  expect(await hasDelegation(resolver, NAME, 2_000)).toBe(true);
  expect(asked?.method).toBe("GET");
  expect(asked?.headers.accept).toBe("application/dns-message");
  const sent = new URL(asked?.url ?? "", resolver).searchParams.get("dns") ?? "";
  expect(sent).toMatch(/^[A-Za-z0-9_-]+$/);
  expect([...Buffer.from(sent, "base64url")]).toEqual([...delegationQuery(NAME)]);
});

test.each<[string, RequestListener]>([
  ["NXDOMAIN", (_, to) => to.writeHead(200, message).end(Buffer.from(answerTo(NAME, { code: 3 })))],
  ["a status that is not 200", (_, to) => to.writeHead(500, message).end(delegated)],
  ["another media type", (_, to) => to.writeHead(200, { "Content-Type": "text/html" }).end(delegated)],
  ["garbage", (_, to) => to.writeHead(200, message).end("<html>")],
  [
    "a response that is too long",
    (_, to) => to.writeHead(200, message).end(Buffer.concat([delegated, Buffer.alloc(70_000)])),
  ],
  ["a redirect", (_, to) => to.writeHead(302, { Location: "https://elsewhere.example/" }).end()],
  ["a reset", (request) => request.socket.destroy()],
  ["silence", () => undefined],
])("%s proves nothing", async (_what, answer) => {
  answering = answer;
  expect(await hasDelegation(resolver, NAME, 500)).toBe(false);
});
