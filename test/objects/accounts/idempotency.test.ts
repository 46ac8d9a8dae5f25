import { describe, expect, test } from "vitest";
import { TIMING } from "../../../durable-objects/account/journal/journal.ts";
import {
  act,
  audit,
  bodyOf,
  callTool,
  eachWithNewAccount,
  eventually,
  isReplayed,
  queued,
  renew,
  storedText,
} from "../support/account-api.ts";
import { control, records } from "../support/account-world.ts";
import { type Mood, script, TOO_LATE_MS } from "../support/scripted-billing.ts";

eachWithNewAccount();

const PATH = "/account/orders/domain";
const ORDER = { domain: "free-garden.com", accept_terms: "2026-01-01" };
const order = (key: string, body: unknown = ORDER) => act(PATH, body, { key });
const put = (path: string, body: object) => act(`/account/domains/${path}`, body, { method: "PUT" });
const codeOf = async (response: Response) => (await bodyOf(response)).code;
const rateOf = ({ headers }: Response) => headers.get("RateLimit");
const doneOnce = async () => expect(script.done).toHaveLength(1);

/** Sends a renewal that the billing system delays, then sends other requests and waits until they are in the queue. */
async function whileHeld(send: () => Promise<Response>[]) {
  control.timing = TIMING;
  Object.assign(script, { moods: ["held"], isHeld: true });
  const first = renew("held");
  await expect.poll(() => script.asked.length).toBe(1);
  const waiting = await queued(send);
  const release = () => {
    script.isHeld = false;
  };
  return { first, waiting, release };
}

describe("one idempotency key", () => {
  test("returns one answer, and replays it byte for byte over HTTP and with the same content over MCP", async () => {
    const first = await order("key-1");
    expect(first.status).toBe(201);
    expect(isReplayed(first)).toBe(false);
    expect(rateOf(first)).toContain('"orders";r=19');
    const body = await first.text();
    const again = await order('"key-1"');
    expect([again.status, isReplayed(again)]).toEqual([201, true]);
    expect(await again.text()).toBe(body);

    const called = await callTool("order_domain", { ...ORDER, idempotency_key: "key-1" });
    const { result } = (await called.json()) as { result: Record<string, unknown> };
    expect(result._meta).toMatchObject({ "frontdesk/idempotentReplayed": true });
    expect(result.structuredContent).toEqual(JSON.parse(body));
    await doneOnce();
    expect(script.forgotten).toEqual(["free-garden.com"]);
  });

  test("acts once for 50 simultaneous requests", async () => {
    script.moods = [{ late: 100 }];
    const answers = await Promise.all(Array.from({ length: 50 }, () => order("key-50")));
    const placed = answers.filter(({ status }) => status === 201);
    expect(placed.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    // Every request after the first answer must return the same answer.
    expect(new Set(await Promise.all(placed.map((answer) => answer.text()))).size).toBe(1);
    const waiting = answers.filter(({ status }) => status !== 201);
    expect(waiting).not.toHaveLength(0);
    for (const answer of waiting) {
      expect(answer.status).toBe(409);
      expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
      expect(await codeOf(answer)).toBe("idempotency_in_progress");
    }
    await doneOnce();
  });

  test("refuses a different request, even while the first one is in progress", async () => {
    script.moods = [{ late: 200 }];
    const [first, other] = await Promise.all([order("key-2"), order("key-2", { ...ORDER, years: 2 })]);
    expect([first.status, other.status].sort()).toEqual([201, 422]);
    expect((await order("key-2", { ...ORDER, domain: "free-gardens.com" })).status).toBe(422);
    expect((await renew("key-2")).status).toBe(422);
    await doneOnce();
  });

  test("refuses a different request while the first one waits in the queue", async () => {
    const { first, waiting, release } = await whileHeld(() => [order("key-2")]);
    expect((await order("key-2", { ...ORDER, years: 2 })).status).toBe(422);
    release();
    expect((await Promise.all([first, ...waiting])).map(({ status }) => status)).toEqual([201, 201]);
  });

  test("stays unused if the billing system reports that it did nothing", async () => {
    script.moods = [{ refuses: { code: "billing_unavailable", retryAfter: 5, isUndone: true } }];
    const down = await order("key-down");
    expect([down.status, await codeOf(down)]).toEqual([503, "billing_unavailable"]);
    const again = await order("key-down");
    expect([again.status, isReplayed(again)]).toEqual([201, false]);
    await doneOnce();
  });
});

describe("refused actions", () => {
  test("a refusal that the caller can correct does not use up the key", async () => {
    expect(await codeOf(await order("key-5", { domain: "free-garden.com" }))).toBe("terms_not_accepted");
    script.availability = "taken";
    expect(await codeOf(await order("key-5"))).toBe("not_available");
    script.availability = "unknown";
    expect(await codeOf(await order("key-5"))).toBe("server_unavailable");
    script.availability = "available";
    const dear = await order("key-5", { ...ORDER, expected_price: 1 });
    expect(await dear.json()).toMatchObject({ code: "refused", price: { amount: 18.99, currency: "CAD" } });
    const placed = await order("key-5");
    expect(placed.status).toBe(201);
    expect(rateOf(placed)).toContain('"orders";r=19');
  });

  test("a login without the account or the permission cannot replay an answer", async () => {
    await renew("key-7");
    script.authorizes = false;
    expect(await codeOf(await renew("key-7"))).toBe("permission_denied");
    script.authorizes = true;
    const lost = await act("/account/domains/studio-ana.ca/renew", {}, { key: "k", own: { loginId: 99 } });
    expect(await codeOf(lost)).toBe("access_lost");
    // The connection records the refusal that ends it.
    expect(records.at(-1)).toMatchObject({ operation: "renewDomain", code: "access_lost" });
    expect(await storedText()).not.toContain("access_lost");
  });

  test("a refusal before sending is recorded once: by the connection if the login lost the account, or else in the log", async () => {
    const path = "/account/services/2101/cancellation";
    const cancel = (key: string, own = {}) => act(path, { confirm: "not this one" }, { key, own });
    script.authorizes = false;
    const recorded = () => records.filter(({ operation }) => operation === "cancelService").length;
    const before = recorded();
    expect(await codeOf(await cancel("key-8"))).toBe("permission_denied");
    expect(recorded()).toBe(before);
    script.authorizes = true;
    expect((await audit()).map(({ code }) => code)).toEqual(["permission_denied"]);
    expect(await codeOf(await cancel("key-9", { loginId: 99 }))).toBe("access_lost");
    expect(recorded()).toBe(before + 1);
    expect(await storedText()).not.toContain("access_lost");
    expect(await codeOf(await cancel("key-8")), "the key is free").toBe("refused");
  });
});

/** The billing system's behaviour at the first call, and the number of actions that are completed in the end. */
const UNKNOWN: [string, Mood, number][] = [
  ["acts and never responds", "silent", 1],
  ["acts and breaks", "breaks after", 1],
  ["acts and sends half a response", "half", 1],
  ["responds too late", { late: TOO_LATE_MS }, 1],
  ["acts after every caller has left", { actsAfter: TOO_LATE_MS }, 1],
  ["never acts", "deaf", 0],
  ["breaks before it acts", "breaks before", 0],
];

describe("an unreliable billing system", () => {
  test.each(UNKNOWN)(
    "the account finds the outcome without the client if the billing system %s",
    async (_, mood, done) => {
      script.moods = [mood];
      const first = await renew("key-8");
      expect(first.status).toBe(503);
      expect(await codeOf(first)).toBe("billing_unavailable");
      if (done) await expect.poll(() => script.done.length).toBe(done);
      const [entry] = await eventually(
        () => audit("renewDomain"),
        ([newest]) => newest?.outcome !== "in_progress",
      );
      expect(entry).toMatchObject(done ? { outcome: "succeeded", status: 201 } : { outcome: "refused", status: 409 });
      const again = await renew("key-8");
      expect([again.status, isReplayed(again)]).toEqual([done ? 201 : 409, true]);
      if (!done)
        expect(await again.json()).toMatchObject({ code: "refused", detail: expect.stringContaining("new key") });
      expect(script.done).toHaveLength(done);
      expect(script.asked).toHaveLength(1);
    },
  );

  test("an action with an unknown outcome blocks only the same action", async () => {
    Object.assign(script, { moods: ["silent"], findsNothing: true });
    expect((await renew("key-9")).status).toBe(503);
    expect(await codeOf(await renew("key-9"))).toBe("idempotency_in_progress");
    expect((await renew("key-10", "ana.dev")).status).toBe(201);
    const waiting = renew("key-11");
    script.findsNothing = false;
    expect((await waiting).status).toBe(201);
    expect((await renew("key-9")).status).toBe(201);
    expect(script.asked).toHaveLength(3);
  });
});

test("the hourly limit counts the actions that the account sent while an order waited in the queue", async () => {
  const numbers = Array.from({ length: 21 }, (_, number) => number);
  const { first, waiting, release } = await whileHeld(() => numbers.map((n) => renew(`waited-${n}`, `name-${n}.com`)));
  release();
  const statuses = (await Promise.all([first, ...waiting])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(20).fill(201), 429, 429]);
  expect(script.done).toHaveLength(20);
});

test("a refused setting does not count towards the hourly limit", async () => {
  const lock = (locked: unknown) => put("studio-ana.ca/lock", { locked });
  const first = await lock(true);
  expect(first.headers.get("RateLimit-Policy")).toContain('"settings";q=60;w=3600');
  const untouched = expect.stringContaining('"settings";r=59');
  expect(rateOf(first)).toEqual(untouched);
  script.moods = [{ refuses: { code: "not_allowed", reason: { en: "No.", fr: "Non." } } }];
  const refused = await lock(true);
  expect([refused.status, rateOf(refused)]).toEqual([409, untouched]);
  const bad = await lock(1);
  expect([bad.status, rateOf(bad)]).toEqual([400, untouched]);
});

test("no answer, log entry or stored row contains the auth code or the idempotency key", async () => {
  const CANARY = "CANARY-EPP-9f3b";
  const body = { ...ORDER, type: "transfer", auth_code: CANARY };
  const texts = [await (await order("CANARY-KEY", body)).text()];
  script.moods = ["silent"];
  texts.push(await (await order("CANARY-KEY-2", { ...body, domain: "free-other.com" })).text());
  texts.push(await (await order("CANARY-KEY-3", { ...body, colour: CANARY })).text());
  texts.push(JSON.stringify(await audit()), await storedText());
  expect(texts.at(-1)).toContain("orderDomain");
  for (const text of texts) expect(text).not.toContain("CANARY");
});
