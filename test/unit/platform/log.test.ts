import { afterEach, expect, test, vi } from "vitest";
import { describeCause, log, logFailure } from "../../../shared/platform/log.ts";

const SECRET = "s3cr3t-of-maple";

const lines = (level: "info" | "warn" | "error") => vi.spyOn(console, level).mockImplementation(() => undefined);
const written = (spy: ReturnType<typeof lines>) =>
  spy.mock.calls.map(([line]) => JSON.parse(line as string) as unknown);

afterEach(() => vi.restoreAllMocks());

test("an event is one JSON line at its level", () => {
  const [warned, failed] = [lines("warn"), lines("error")];
  log("order_failed", { request_id: "r-1", account: 1001, order: 7 });
  log("mail_off");
  expect(written(failed)).toEqual([{ event: "order_failed", request_id: "r-1", account: 1001, order: 7 }]);
  expect(written(warned)).toEqual([{ event: "mail_off" }]);
  expect(failed.mock.calls[0]?.[0]).not.toContain("\n");
});

test("a cause is logged with its type name and its location in the code, including its own causes", () => {
  const failed = lines("error");
  const cause = new Error("reading prices", { cause: new RangeError("too large", { cause: "a text" }) });
  log("internal_error", { operation: "listPlans", cause });
  const where = expect.stringMatching(/^at .*log\.test\.ts:\d+:\d+/);
  const chain = { name: "Error", where, cause: { name: "RangeError", where, cause: { name: "string" } } };
  expect(written(failed)).toEqual([{ event: "internal_error", operation: "listPlans", cause: chain }]);
});

test("the location in the code skips frames of the runtime", async () => {
  const error = new TypeError("late");
  error.stack = `TypeError: late\n    at internal (node:internal/a:1:2)\n    at async cloudflare-internal:d1-api:142:19\n    at ours (worker.js:3:4)`;
  expect(describeCause(error)).toEqual({ name: "TypeError", where: "at ours (worker.js:3:4)" });
});

test("an endless chain of causes is cut off", () => {
  const endless = new Error("a");
  endless.cause = endless;
  expect(JSON.stringify(describeCause(endless)).match(/"name"/g)).toHaveLength(4);
});

test("the failure of a store is logged with its code and the failed constraint", () => {
  const error = new Error("D1_ERROR: CHECK constraint failed: email = 'owner@maple.example': SQLITE_CONSTRAINT");
  const constraint = "CHECK constraint failed: email";
  expect(describeCause(error)).toMatchObject({ name: "Error", code: "D1_ERROR", constraint });
  expect(JSON.stringify(describeCause(error))).not.toContain("maple");
  const sent = new SyntaxError("Unexpected token, 'CHECK constraint failed: maple' is not JSON");
  expect(JSON.stringify({ ...describeCause(sent), where: null })).not.toMatch(/maple|constraint/);
});

const changed = (members: object) => Object.assign(new Error(`${SECRET}\n    at ${SECRET}`), members);

test.each<[string, unknown]>([
  ["a message", new Error(SECRET)],
  ["a name", changed({ message: "renamed", name: `Bad value ${SECRET}` })],
  ["a field", Object.assign(new Error("failed"), { input: SECRET, toJSON: () => SECRET })],
  ["the message of a cause", new Error("failed", { cause: new TypeError(SECRET) })],
  ["one of several errors", new AggregateError([new Error(SECRET)], SECRET)],
  ["a text", SECRET],
  ["an object", { message: SECRET, name: SECRET, stack: `${SECRET}\n    at ${SECRET}` }],
])("a log line does not contain the secret in %s", (_, cause) => {
  const failed = lines("error");
  log("billing_failed", { cause });
  expect(written(failed)).toHaveLength(1);
  expect(failed.mock.calls[0]?.[0]).not.toContain(SECRET);
});

test("failed work is logged and does not throw", async () => {
  const failed = lines("error");
  expect(await logFailure("order_failed", Promise.resolve("done"), { order: 1 })).toBe(true);
  expect(await logFailure("order_failed", Promise.reject(new TypeError(SECRET)), { order: 2 })).toBe(false);
  expect(written(failed)).toMatchObject([{ event: "order_failed", order: 2, cause: { name: "TypeError" } }]);
});
