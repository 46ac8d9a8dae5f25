import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { waitUntilReady, whyNoAnswer } from "../../../dev/wait-until-ready.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers with these statuses one after the other, then with the last; 0 answers never. */
async function answering(...statuses: number[]): Promise<string> {
  let at = 0;
  server = createServer((_, response) => {
    const status = statuses[Math.min(at++, statuses.length - 1)] as number;
    if (status !== 0) response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Without how long it was, which the machine decides. */
const withoutSeconds = (text = "") => text.replaceAll(/\d+ s\b/g, "N s");

const said: string[] = [];
const limits = { forMs: 400, noticeMs: 100, lookMs: 20, say: (line: string) => said.push(line) };

test("what answers in the end is waited for, and what is missing is said meanwhile", async () => {
  const address = await answering(...Array(9).fill(503), 200);
  said.length = 0;
  await waitUntilReady(() => whyNoAnswer(address), { ...limits, forMs: 10_000 });
  expect(withoutSeconds(said[0])).toBe(`Waiting for N s: ${address} answers with HTTP 503.`);
});

test.each([
  ["an error", [500], 10_000, "answers with HTTP 500."],
  ["silence", [0], 50, "did not answer within N s."],
])("%s is given up with what was missing", async (_, statuses, timeout, missing) => {
  const address = await answering(...statuses);
  const error = await waitUntilReady(() => whyNoAnswer(address, timeout), limits).catch((thrown: Error) => thrown);
  expect(withoutSeconds(error?.message)).toBe(`Gave up after N s: ${address} ${missing}`);
});

test("what listens nowhere is unreachable, and what ends the wait ends it at once", async () => {
  const address = await answering(200);
  server.close();
  await once(server, "close");
  expect(await whyNoAnswer(address)).toBe(`${address} cannot be reached`);
  const ended = waitUntilReady(() => Promise.reject(new Error("wrangler ended")), { ...limits, forMs: 60_000 });
  await expect(ended).rejects.toThrow("wrangler ended");
});
