import { beforeEach, describe, expect, test } from "vitest";
import { act, ageJournal, eventually, fetchAccount, newAccount, storedText } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import type { TestGrant } from "../support/acting-application.ts";
import { type Mood, resetScript, script } from "../support/scripted-billing.ts";

let account: number;
let grant: TestGrant;
/** Each test has an account of its own. */
beforeEach(() => {
  account = newAccount();
  grant = { accountId: account };
  resetScript();
});

const ORDER = { domain: "free-garden.com", accept_terms: "2026-01-01" };
const order = (key: string, body: unknown = ORDER) => act("/account/orders/domain", body, { key, grant });
const renew = (key: string, domain = "studio-ana.ca") => act(`/account/domains/${domain}/renew`, {}, { key, grant });
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;
const doneOnce = async () => expect(script.done).toHaveLength(1);
const audit = async () => {
  const response = await fetchAccount("/account/audit", { grant });
  return (
    (await response.json()) as { entries: { operation: string; outcome: string; status: number; code: string }[] }
  ).entries;
};

describe("one key", () => {
  test("is answered once and replayed, over both transports, byte for byte", async () => {
    const first = await order("key-1");
    expect(first.status).toBe(201);
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    expect(first.headers.get("RateLimit")).toContain('"orders";r=19');
    const body = await first.text();
    const again = await order('"key-1"');
    expect(again.status).toBe(201);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await again.text()).toBe(body);

    const called = await fetchAccount("/account/mcp", {
      grant,
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "order_domain", arguments: { ...ORDER, idempotency_key: "key-1" } },
      }),
    });
    const { result } = (await called.json()) as { result: Record<string, unknown> };
    expect(result._meta).toMatchObject({ "frontdesk/idempotentReplayed": true });
    expect(result.structuredContent).toEqual(JSON.parse(body));
    await doneOnce();
    expect(script.forgotten).toEqual(["free-garden.com"]);
  });

  test("50 at the same moment act once", async () => {
    script.moods = [{ late: 100 }];
    const answers = await Promise.all(Array.from({ length: 50 }, () => order("key-50")));
    const isReplayed = ({ headers }: Response) => headers.get("Idempotent-Replayed") === "true";
    const placed = answers.filter(({ status }) => status === 201);
    expect(placed.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    // Whoever comes once it is answered is answered alike.
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

  test("with another request is refused, also while the first is in progress", async () => {
    script.moods = [{ late: 200 }];
    const [first, other] = await Promise.all([order("key-2"), order("key-2", { ...ORDER, years: 2 })]);
    expect([first.status, other.status].sort()).toEqual([201, 422]);
    expect((await order("key-2", { ...ORDER, domain: "free-gardens.com" })).status).toBe(422);
    expect((await renew("key-2")).status).toBe(422);
    await doneOnce();
  });

  test("of another login or application is another key", async () => {
    await order("key-3");
    const other = await act("/account/orders/domain", ORDER, { key: "key-3", grant: { ...grant, loginId: 12 } });
    expect(other.headers.get("Idempotent-Replayed")).toBeNull();
    const token = await act("/account/orders/domain", ORDER, {
      key: "key-3",
      grant: { ...grant, application: "t" },
    });
    expect(token.headers.get("Idempotent-Replayed")).toBeNull();
    expect(script.done).toHaveLength(3);
  });

  test("is free again after 24 hours", async () => {
    await renew("key-4");
    await ageJournal(account, 24 * 3_600_000);
    const again = await renew("key-4");
    expect(again.status).toBe(201);
    expect(again.headers.get("Idempotent-Replayed")).toBeNull();
    expect(new Set(script.done.map(({ reference }) => reference)).size).toBe(2);
  });
});

describe("refusals", () => {
  test("of what can be put right leave the key as it was", async () => {
    const body = { domain: "free-garden.com" };
    expect(await codeOf(await order("key-5", body))).toBe("terms_not_accepted");
    Object.assign(script, { availability: "taken" });
    expect(await codeOf(await order("key-5"))).toBe("not_available");
    Object.assign(script, { availability: "unknown" });
    expect(await codeOf(await order("key-5"))).toBe("server_unavailable");
    Object.assign(script, { availability: "available" });
    const dear = await order("key-5", { ...ORDER, expected_price: 1 });
    expect(await dear.json()).toMatchObject({ code: "refused", price: { amount: 18.99, currency: "CAD" } });
    const placed = await order("key-5");
    expect(placed.status).toBe(201);
    expect(placed.headers.get("RateLimit")).toContain('"orders";r=19');
  });

  test("of the billing system itself stay", async () => {
    script.moods = [{ refuses: { code: "refused", reason: { en: "The card was stolen.", fr: "Carte volée." } } }];
    const first = await renew("key-6");
    expect(await first.json()).toMatchObject({ code: "refused", detail: "The card was stolen." });
    const again = await renew("key-6");
    expect(again.status).toBe(409);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(script.asked).toHaveLength(1);
  });

  test("a login that lost the account or the permission is not answered for a key either", async () => {
    await renew("key-7");
    Object.assign(script, { authorizes: false });
    expect(await codeOf(await renew("key-7"))).toBe("permission_denied");
    Object.assign(script, { authorizes: true });
    const lost = await act("/account/domains/studio-ana.ca/renew", {}, { key: "k", grant: { ...grant, loginId: 99 } });
    expect(await codeOf(lost)).toBe("access_lost");
  });
});

/** What the first call is told, and what was done in the end. */
const UNKNOWN: [string, Mood, number][] = [
  ["acts and never answers", "silent", 1],
  ["acts and breaks", "breaks after", 1],
  ["acts and gives half an answer", "half", 1],
  ["answers too late", { late: 2_000 }, 1],
  ["acts after everybody has gone", { actsAfter: 1_500 }, 1],
  ["never acts", "deaf", 0],
  ["breaks before it acts", "breaks before", 0],
];

describe("a billing system that", () => {
  test.each(UNKNOWN)("%s: the outcome is settled without the client", async (_, mood, done) => {
    script.moods = [mood];
    const first = await renew("key-8");
    expect(first.status).toBe(503);
    expect(await codeOf(first)).toBe("billing_unavailable");
    const entries = await eventually(audit, (found) =>
      found.some(({ operation, outcome }) => operation === "renewDomain" && outcome !== "in_progress"),
    );
    const entry = entries.find(({ operation }) => operation === "renewDomain");
    expect(entry).toMatchObject(done ? { outcome: "succeeded", status: 201 } : { outcome: "refused", status: 409 });
    const again = await renew("key-8");
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.status).toBe(done ? 201 : 409);
    if (!done)
      expect(await again.json()).toMatchObject({ code: "refused", detail: expect.stringContaining("new key") });
    expect(script.done).toHaveLength(done);
    expect(script.asked).toHaveLength(1);
  });

  test("cannot say what became of it holds back the same thing alone", async () => {
    Object.assign(script, { moods: ["silent"], findsNothing: true });
    expect((await renew("key-9")).status).toBe(503);
    expect(await codeOf(await renew("key-9"))).toBe("idempotency_in_progress");
    expect((await renew("key-10", "ana.dev")).status).toBe(201);
    const waiting = renew("key-11");
    Object.assign(script, { findsNothing: false });
    expect((await waiting).status).toBe(201);
    expect((await renew("key-9")).status).toBe(201);
    expect(script.asked).toHaveLength(3);
  });
});

describe("the hour", () => {
  test("has 20 actions, replays free, refusals free, and says exactly when there is one more", async () => {
    for (let number = 0; number < 20; number++) {
      expect((await renew(`hour-${number}`, `name-${number}.com`)).status).toBe(201);
      expect((await renew("hour-0", "name-0.com")).headers.get("Idempotent-Replayed")).toBe("true");
    }
    const over = await renew("hour-20");
    expect(over.status).toBe(429);
    expect(over.headers.get("RateLimit")).toContain('"orders";r=0');
    const seconds = Number(over.headers.get("Retry-After"));
    expect(await over.json()).toMatchObject({ code: "rate_limited", retry_after: seconds });
    expect((await renew("hour-0", "name-0.com")).status).toBe(201);
    expect((await renew("hour-0")).status).toBe(422);
    control.shift = (seconds - 1) * 1000 - 900;
    expect((await renew("hour-20")).status).toBe(429);
    control.shift = seconds * 1000;
    expect((await renew("hour-20")).status).toBe(201);
    control.shift = 0;
    expect((await audit()).filter(({ code }) => code === "rate_limited")).toEqual([]);
  });
});

describe("the hour of settings", () => {
  const lock = (domain: string, locked = true) =>
    act(`/account/domains/${domain}/lock`, { locked }, { method: "PUT", grant });
  const point = (name: string) =>
    act(
      "/account/domains/studio-ana.ca/nameservers",
      { nameservers: [`${name}.other.net`, "ns2.other.net"] },
      { method: "PUT", grant },
    );

  test("has 60 of all kinds, refusals free, besides the orders, and says exactly when there is one more", async () => {
    const first = await lock("studio-ana.ca");
    expect(first.headers.get("RateLimit-Policy")).toContain('"settings";q=60;w=3600');
    expect(first.headers.get("RateLimit")).toContain('"settings";r=59');
    const reason = { en: "No.", fr: "Non." };
    script.moods = [{ refuses: { code: "not_allowed", reason } }];
    const refused = await lock("studio-ana.ca");
    expect([refused.status, refused.headers.get("RateLimit")]).toEqual([
      409,
      expect.stringContaining('"settings";r=59'),
    ]);
    const bad = await act("/account/domains/ana.dev/lock", { locked: 1 }, { method: "PUT", grant });
    expect([bad.status, bad.headers.get("RateLimit")]).toEqual([400, expect.stringContaining('"settings";r=59')]);
    const autoRenew = { auto_renew: false };
    await act("/account/domains/ana.dev/auto-renew", autoRenew, { method: "PUT", grant });
    script.moods = [{ refuses: { code: "refused", reason } }];
    await point("refused-by-the-registrar");
    for (let number = 3; number < 60; number++) expect((await point(`ns${number}`)).status).toBe(200);
    const asked = script.asked.length;

    const over = await point("one-more");
    expect(over.status).toBe(429);
    expect(over.headers.get("RateLimit")).toContain('"settings";r=0');
    const seconds = Number(over.headers.get("Retry-After"));
    expect(await over.json()).toMatchObject({ code: "rate_limited", retry_after: seconds });
    expect((await lock("ana.dev")).status, "of every kind").toBe(429);
    expect((await renew("order")).status, "orders have an hour of their own").toBe(201);
    Object.assign(script, { authorizes: false });
    expect(await codeOf(await point("one-more")), "the permission comes first").toBe("permission_denied");
    Object.assign(script, { authorizes: true });
    control.shift = (seconds - 1) * 1000 - 900;
    expect((await point("one-more")).status).toBe(429);
    control.shift = seconds * 1000;
    expect((await point("one-more")).status).toBe(200);
    control.shift = 0;
    expect(script.asked, "nothing was sent above it").toHaveLength(asked + 2);
    expect((await audit()).filter(({ code }) => code === "rate_limited")).toEqual([]);
  });
});

test("nothing of what was sent is stored, neither code nor key", async () => {
  const CANARY = "CANARY-EPP-9f3b";
  const body = { ...ORDER, type: "transfer", auth_code: CANARY };
  const texts = [await (await order("CANARY-KEY", body)).text()];
  script.moods = ["silent"];
  texts.push(await (await order("CANARY-KEY-2", { ...body, domain: "free-other.com" })).text());
  texts.push(await (await order("CANARY-KEY-3", { ...body, colour: CANARY })).text());
  texts.push(JSON.stringify(await audit()), await storedText(account));
  expect(texts.at(-1)).toContain("orderDomain");
  for (const text of texts) expect(text).not.toContain("CANARY");
});
