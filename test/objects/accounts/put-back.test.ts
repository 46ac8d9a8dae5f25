import { beforeEach, expect, test, vi } from "vitest";
import {
  account,
  accountStub,
  act,
  answerUnder,
  audit,
  bodyOf,
  eachWithNewAccount,
  eventually,
  isReplayed,
  renew,
} from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import { askAbout, askedIn, decide } from "../support/approvals.ts";
import { bindings } from "../support/bindings.ts";
import { putBack, type StoredMoment, storedNow } from "../support/put-back.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();
beforeEach(() => bindings.INDEX.prepare("DELETE FROM held_stores").run());

const stub = () => accountStub();
const accept = () => stub().acceptRestore(account);
const heldStores = async () => {
  const { results } = await bindings.INDEX.prepare("SELECT store FROM held_stores ORDER BY store").all<{
    store: string;
  }>();
  return results.map(({ store }) => store);
};
/** The account's object before its second order, which it then has forgotten. */
async function forgetsSecondOrder(): Promise<StoredMoment> {
  expect((await renew("first")).status).toBe(201);
  const moment = await storedNow(stub());
  expect((await renew("second", "b.ca")).status).toBe(201);
  await putBack(stub(), moment);
  expect(script.done).toHaveLength(2);
  return moment;
}

test("a key that a restored object has forgotten is not sent again, and its caller is not told that nothing was done", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await forgetsSecondOrder();
  for (let times = 0; times < 3; times++) {
    const again = await renew("second", "b.ca");
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: "idempotency_in_progress" });
  }
  expect(script.done).toHaveLength(2);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.filter(({ event }) => event === "store_went_back")).toMatchObject([
    { store: `account:shop:${account}` },
  ]);
  expect(await heldStores()).toEqual([`account:shop:${account}`]);
  logged.mockRestore();
});

test("a restored object sends nothing, and answers what it still knows", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await forgetsSecondOrder();
  const refused = await renew("third", "c.ca");
  expect(refused.status).toBe(503);
  const problem = {
    code: "billing_unavailable",
    detail: expect.stringContaining("nothing was renewed"),
    retry_after: 60,
  };
  expect(await refused.json()).toMatchObject(problem);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.find(({ event }) => event === "server_problem")).toMatchObject({
    cause: { cause: { name: "StoreHeld" } },
  });
  logged.mockRestore();
  const setting = await act("/account/domains/ana.dev/lock", { locked: true }, { method: "PUT" });
  expect(setting.status).toBe(503);
  expect(script.done).toHaveLength(2);
  expect(isReplayed(await renew("first"))).toBe(true);
  expect(await audit("renewDomain")).not.toHaveLength(0);
});

test("once it is accepted, a forgotten key gives its own outcome again, and the log has its entry", async () => {
  await forgetsSecondOrder();
  expect((await renew("second", "b.ca")).status).toBe(409);
  expect(await accept()).toBe(1);
  expect(await accept()).toBe(0);
  expect(await heldStores()).toEqual([]);

  const again = await eventually(
    () => renew("second", "b.ca"),
    ({ status }) => status === 201,
  );
  expect(isReplayed(again)).toBe(true);
  expect(await bodyOf(renew("second", "c.ca"))).toMatchObject({ code: "idempotency_key_reused" });
  expect(script.done).toHaveLength(2);
  expect((await audit("renewDomain")).map(({ outcome }) => outcome)).toEqual(["succeeded", "succeeded"]);
  expect((await renew("third", "c.ca")).status).toBe(201);
  expect(script.done).toHaveLength(3);
});

test("an approval that was used in what was lost is used no second time", async () => {
  askAbout({ orders: 0 });
  await decide(await askedIn(renew("asked")), "approve");
  const approved = await storedNow(stub());
  expect((await renew("approved")).status).toBe(201);
  await putBack(stub(), approved);
  expect((await renew("again")).status).toBe(503);
  await accept();
  // What is looked up holds back the same name until its outcome is known.
  const asked = await eventually(
    () => renew("another"),
    ({ status }) => status !== 503,
  );
  await askedIn(asked);
  expect(script.done).toHaveLength(1);
});

test("an account's object that is lost altogether is held, and has its keys again once it is accepted", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect((await renew("first")).status).toBe(201);
  await putBack(stub(), { tables: new Map(), keys: [] });
  expect((await renew("first")).status).toBe(409);
  expect(await heldStores()).toEqual([`account:shop:${account}`]);
  expect(await accept()).toBe(1);
  const again = await eventually(
    () => renew("first"),
    ({ status }) => status === 201,
  );
  expect(isReplayed(again)).toBe(true);
  expect(script.done).toHaveLength(1);
  vi.restoreAllMocks();
});

test("an object of a version that told nothing goes on, and is compared from its first action on", async () => {
  expect((await renew("before")).status).toBe(201);
  const old = await storedNow(stub());
  await putBack(stub(), { ...old, keys: [] });
  await bindings.INDEX.prepare("DELETE FROM object_generations").run();
  expect((await renew("after", "b.ca")).status).toBe(201);
  expect(await heldStores()).toEqual([]);
});

test("an object whose storage did not go back is never held, wherever it is stopped", async () => {
  for (const crash of ["as it is sent", "in flight", "while preparing"] as const) {
    control.crash = crash;
    await renew(`key ${crash}`, `${crash.replaceAll(" ", "-")}.ca`);
  }
  expect((await answerUnder("last")).status).toBe(201);
  expect(await heldStores()).toEqual([]);
});

test("an account database that went back is noticed by the next action of an object that knows more", async () => {
  expect((await renew("first")).status).toBe(201);
  const [row] = (
    await bindings.INDEX.prepare("SELECT counter FROM object_generations WHERE object = ?")
      .bind(`account:shop:${account}`)
      .all<{ counter: number }>()
  ).results;
  expect((await renew("second", "b.ca")).status).toBe(201);
  await bindings.INDEX.prepare("UPDATE object_generations SET counter = ? WHERE object = ?")
    .bind(row?.counter ?? 0, `account:shop:${account}`)
    .run();
  expect((await renew("third", "c.ca")).status).toBe(503);
  expect(await heldStores()).toEqual(["account-database"]);
  // As the operator's acceptance does.
  await bindings.INDEX.batch([
    bindings.INDEX.prepare("UPDATE store_generation SET accepted = ?").bind(Date.now()),
    bindings.INDEX.prepare("DELETE FROM held_stores"),
  ]);
  expect((await renew("third", "c.ca")).status).toBe(201);
  expect(await heldStores()).toEqual([]);
});

test("without an answer of the register nothing is sent, and nothing is held", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await bindings.INDEX.prepare("ALTER TABLE object_generations RENAME TO away").run();
  expect((await renew("first")).status).toBe(503);
  await bindings.INDEX.prepare("ALTER TABLE away RENAME TO object_generations").run();
  expect(script.done).toHaveLength(0);
  expect((await renew("first")).status).toBe(201);
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toContain("store_not_compared");
  logged.mockRestore();
});

test("where the platform keeps no earlier moments, an object says so and goes on", async () => {
  expect((await renew("first")).status).toBe(201);
  const unavailable = { ok: false, reason: "not_available" };
  expect(await stub().bookmarkAt(Date.now() - 1_000)).toEqual(unavailable);
  expect(await stub().restoreTo("0000")).toEqual(unavailable);
  expect(isReplayed(await renew("first"))).toBe(true);
});
