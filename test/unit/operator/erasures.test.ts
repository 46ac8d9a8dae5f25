import { expect, test, vi } from "vitest";
import type { DataSubject, EraseStep, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import type { OperatorServices } from "../../../workers/operator/composition.ts";
import { Erasures } from "../../../workers/operator/erasures/erasures.ts";
import { carryOutErasures } from "../../../workers/operator/scheduled-work.ts";
import { migratedDatabase } from "../../engine/support/seeded-billing.ts";

const MINUTE = 60_000;
const NOW = Date.parse("2026-11-23T03:00:00Z");
const PLACES: SubjectPlaces = { connections: [], accounts: [], applications: [], until: null };
const DONE: EraseStep = { left: 0, note: "" };
type Answer = EraseStep | Error;

const login = (id: number): DataSubject => ({ kind: "login", id });

/** Creates the list of erasures with Workers whose functions return these results in turn. The last result repeats. */
function listWith({ account = [DONE], billing = [DONE] }: { account?: Answer[]; billing?: Answer[] } = {}) {
  const clock = { now: NOW };
  const db = migratedDatabase("workers/operator/migrations");
  const erasures = new Erasures(db, "shop", () => clock.now);
  const called: string[] = [];
  const stepsOf = (name: string, steps: Answer[]) => async () => {
    called.push(name);
    const step = (steps.length > 1 ? steps.shift() : steps[0]) ?? DONE;
    if (step instanceof Error) throw step;
    return step;
  };
  const placesOf = async () => ({ places: { ...PLACES, accounts: [1002] }, openActions: 0 });
  const workers = {
    account: { placesOf, erase: stepsOf("account", account) },
    billing: { erase: stepsOf("billing", billing) },
  } as unknown as Pick<OperatorServices, "account" | "billing">;
  const run = () => carryOutErasures({ erasures, ...workers }, "run");
  const rows = () => erasures.list();
  return { erasures, clock, called, run, rows };
}

test("an erasure runs in each store, and again in the account store for newer logins, before it is done", async () => {
  const { erasures, called, run, rows } = listWith({ billing: [{ left: 3, note: "3 sessions are left." }, DONE] });
  await erasures.ask(login(11), PLACES, 0);
  expect(await run()).toBe(1);
  expect(called).toEqual(["account", "billing", "billing", "account"]);
  expect(await rows()).toMatchObject([{ subject: 11, state: "done", doneAt: "2026-11-23T03:00:00Z" }]);
  expect(await run()).toBe(0);
});

test("a waiting erasure states the reason, resumes in the next run and can no longer be cancelled", async () => {
  const open = { left: 1, note: "1 actions are open." };
  const { erasures, called, run, rows } = listWith({
    ...{ account: [open, open, DONE], billing: [{ ...DONE, note: "Kept.", isKept: true }] },
  });
  const id = (await erasures.ask(login(11), PLACES, 0)) ?? "";
  expect(await run()).toBe(0);
  expect(called).toEqual(["account", "account"]);
  expect(await rows()).toMatchObject([{ state: "begun", note: open.note, doneAt: null }]);
  expect(await erasures.callOff(id, true)).toBe(false);
  expect(await erasures.ask(login(11), PLACES, 0), "one erasure per subject at a time").toBeNull();
  expect(await run()).toBe(1);
  expect(await rows()).toMatchObject([{ state: "done_in_part", note: "Kept." }]);
});

test("an erasure with a failing store is logged and resumes in the next run", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { erasures, run, rows } = listWith({ account: [new Error("away"), DONE] });
  await erasures.ask(login(11), PLACES, 0);
  expect(await run()).toBe(0);
  expect(logged.mock.calls.flat().join()).toContain("erasure_failed");
  expect(await rows()).toMatchObject([{ state: "begun" }]);
  expect(await run()).toBe(1);
});

test("erasures since a time are listed by subject, with the time until which data must be erased again", async () => {
  const { erasures, clock, run } = listWith();
  const [first, second] = [NOW, NOW + 10 * MINUTE];
  await erasures.ask(login(11), { ...PLACES, connections: ["one"] }, 0);
  await erasures.ask({ kind: "account", id: 1001 }, { ...PLACES, accounts: [1001] }, 0);
  await run();
  clock.now = second;
  await erasures.ask(login(12), { ...PLACES, until: first - MINUTE }, 0);
  await erasures.ask(login(13), PLACES, 20 * MINUTE);
  await run();
  const since = async (instant: number, store = "") =>
    (await erasures.repeatsSince(instant, store)).map(({ repeat }) => repeat);
  const [before, then] = ["2026-11-23T02:59:00.000Z", "2026-11-23T03:00:00.000Z"];
  expect(await since(first - 1)).toEqual([
    `erase login 12 --until ${before}`,
    `erase account 1001 --until ${then}`,
    `erase login 11 --until ${then}`,
  ]);
  expect(await since(first, "billing-database")).toEqual([`erase login 12 --until ${before}`]);
  expect(await since(0, "account:1001")).toEqual([`erase account 1001 --until ${then}`]);
  expect(await since(0, "connection:one")).toEqual([`erase login 11 --until ${then}`]);
  expect(await since(0, "connection:other")).toEqual([]);
  expect(await since(0, "account:1002"), "found as it ran").toHaveLength(3);
  expect(await erasures.earlierPlaces(login(11)), "the stores of a repeated erasure").toMatchObject([
    { connections: ["one"], accounts: [1002] },
  ]);
});
