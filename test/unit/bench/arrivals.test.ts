import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { encodeRequest } from "../../../bench/http-wire.ts";
import { generateArrivals } from "../../../bench/load/arrivals.ts";

type Answer = (path: string, response: ServerResponse) => void;

/** A server on loopback; its port. */
async function serve(answer: Answer): Promise<number> {
  const server = createServer((request, response) => answer(request.url ?? "", response));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

const requests = ["/first", "/second"].map((path) => encodeRequest({ method: "GET", path }));

test("requests are sent when they are due, whether or not those before were answered", async () => {
  const held: ServerResponse[] = [];
  const port = await serve((_, response) => {
    held.push(response);
    // Nobody is answered before the last one has come.
    if (held.length === 6) for (const each of held) each.end("{}");
  });
  const answers = await generateArrivals({ port, requests, perSecond: 100, count: 6, members: [] });
  const inOrder = answers.toSorted((one, other) => one.at - other.at);
  expect(inOrder.map(({ at }) => Math.round(at))).toEqual([0, 10, 20, 30, 40, 50]);
  expect(inOrder.map(({ request }) => request)).toEqual([0, 1, 0, 1, 0, 1]);
  // Each has waited since it was due, for all that came after it.
  for (const { at, latency } of inOrder) expect(at + latency).toBeGreaterThanOrEqual(50);
});

test("an answer has its status, its length and the members that were asked for", async () => {
  const port = await serve((path, response) => {
    response.statusCode = path === "/first" ? 200 : 429;
    response.end(JSON.stringify({ path, retry_after: null }));
  });
  const answers = await generateArrivals({
    ...{ port, requests, perSecond: 1_000, count: 2 },
    members: ["path", "retry_after", "missing"],
  });
  expect(answers.toSorted((one, other) => one.request - other.request)).toMatchObject([
    { status: 200, bytes: 36, members: ["/first", null, null] },
    { status: 429, bytes: 37, members: ["/second", null, null] },
  ]);
});

test("a connection that is closed after an answer is replaced", async () => {
  const port = await serve((_, response) => void response.setHeader("Connection", "close").end("{}"));
  const answers = await generateArrivals({ port, requests, perSecond: 50, count: 6, members: [] });
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test("a connection that is closed without an answer fails the run", async () => {
  const port = await serve((_, response) => void response.destroy());
  await expect(generateArrivals({ port, requests, perSecond: 100, count: 3, members: [] })).rejects.toThrow();
});
