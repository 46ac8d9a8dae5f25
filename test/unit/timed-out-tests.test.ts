import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";

let asked = 0;
let open = 0;
/** A server that never responds. */
const server = createServer((request) => {
  asked++;
  open++;
  request.socket.once("close", () => open--);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
afterAll(() => server.close());

let isOver = false;

test.fails("a test that hangs reaches its time limit", { timeout: 500 }, async () => {
  for (;;) {
    await fetch(address).catch((cause: Error) => {
      isOver = true;
      throw cause;
    });
  }
});

test("the request of a timed-out test ends before the next test begins, and the test sends no more requests", async () => {
  expect(isOver).toBe(true);
  await expect.poll(() => open).toBe(0);
  expect(asked).toBe(1);
});
