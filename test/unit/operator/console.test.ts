import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { CatalogueOperatorPort } from "../../../shared/operator-contract/catalogue-operator.ts";
import { METRIC_BLOBS } from "../../../shared/platform/metric-point.ts";
import { openOperator } from "../../../workers/operator/composition.ts";
import type { OperatorEnv } from "../../../workers/operator/environment.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { rowCommands } from "../../../workers/operator/pages/row-links.ts";
import { runOperatorWork } from "../../../workers/operator/scheduled-work.ts";
import { migratedDatabase } from "../../engine/support/seeded-billing.ts";
import { memoryHolds } from "../../support/memory-holds.ts";
import { SAMPLE_BRAND } from "../../support/sample-brand.ts";
import { countRows } from "../../support/table-rows.ts";

beforeEach(() => {
  points = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;
const FIFTEEN_MINUTES_MS = 900_000;

/** Returns the bindings of the operator Worker in a demonstration. Calls to other Workers fail. */
const bindings = (): OperatorEnv => ({
  ...{ ACCOUNT: {} as AccountOperatorPort, CATALOGUE: {} as CatalogueOperatorPort, BILLING: {} as BillingOperatorPort },
  ...{ OPERATOR_DB: migratedDatabase("workers/operator/migrations"), DEMONSTRATION: "true" },
  ...{ STORE_HOLDS: { getByName: memoryHolds() } as unknown as OperatorEnv["STORE_HOLDS"], BILLING_SYSTEM: "shop" },
  ...{ OPERATOR_ORIGIN: "", ACCESS_TEAM: "", ACCESS_AUDIENCE: "", OPERATORS: "", OPERATOR_READERS: "" },
  ...SAMPLE_BRAND,
  ...{ RELEASE: { id: "4f1c", tag: "v7" } },
});

/**
 * Opens a console whose cron last ran some time ago. Also returns a function that waits for background work and returns
 * whether the scheduled work ran.
 */
async function openConsole(lastRunAgoMs: number) {
  const own = bindings();
  const last = Date.now() - lastRunAgoMs;
  await own.OPERATOR_DB.prepare("INSERT INTO scheduled_runs VALUES ('erasures', ?1, ?1, ?1, 'succeeded', 0)")
    .bind(last)
    .run();
  const kept: Promise<unknown>[] = [];
  const ask = operatorConsole(openOperator(own, (work) => void kept.push(work)));
  const hasRun = async () => {
    await Promise.all(kept);
    return (await own.OPERATOR_DB.prepare("SELECT began_at FROM scheduled_runs").first("began_at")) !== last;
  };
  return { ask, hasRun };
}

test("an operator's call runs the work that the cron missed, and a stranger's call does not", async () => {
  const { ask, hasRun } = await openConsole(HOUR_MS);
  expect((await ask(new Request("https://operator.maple.example/api/acts"))).status).toBe(404);
  expect(await hasRun()).toBe(false);
  expect((await ask(new Request("http://localhost/api/acts"))).status).toBe(200);
  expect(await hasRun()).toBe(true);
});

test("a call leaves the work to a cron that still runs", async () => {
  const { ask, hasRun } = await openConsole(HOUR_MS / 6);
  expect((await ask(new Request("http://localhost/api/acts"))).status).toBe(200);
  expect(await hasRun()).toBe(false);
});

const SETTINGS = {
  DEMONSTRATION: ["", "true"],
  OPERATOR_ORIGIN: ["", "https://operator.maple.example", "http://operator.maple.example"],
  ACCESS_TEAM: ["", "https://maple.cloudflareaccess.com", "https://maple.example"],
  ACCESS_AUDIENCE: ["", "a".repeat(64), "a"],
  OPERATORS: ["", "olga@maple.example"],
};
const PATHS = ["/", "/stuck", "/settle", "/api/stuck", "/api/settle", "/styles-12345678.css", "/nothing"];
const HOSTS = ["http://localhost", "http://operator.localhost", "https://operator.maple.example"];

function combinations(values: Record<string, string[]>): Record<string, string>[] {
  return Object.entries(values).reduce<Record<string, string>[]>(
    (all, [name, choices]) => all.flatMap((one) => choices.map((choice) => ({ ...one, [name]: choice }))),
    [{}],
  );
}

test("a request without a token is refused with each tested combination of settings, except in a local demonstration", async () => {
  const own = bindings();
  const opened: Record<string, string>[] = [];
  for (const settings of combinations(SETTINGS)) {
    const open = () => operatorConsole(openOperator({ ...own, ...settings }, () => undefined));
    let ask: ReturnType<typeof open>;
    try {
      ask = open();
    } catch {
      // expected: an invalid setting stops the Worker
      continue;
    }
    for (const host of HOSTS) {
      const answers = await Promise.all(PATHS.map((path) => ask(new Request(`${host}${path}`))));
      const refused = answers.filter(({ status }) => status === 403 || status === 404);
      const bodies = await Promise.all(answers.map((answer) => answer.text()));
      if (bodies.some((body) => body.includes("Commands")) || refused.length < answers.length)
        opened.push({ ...settings, host });
    }
  }
  const demonstration = { DEMONSTRATION: "true", OPERATOR_ORIGIN: "", ACCESS_TEAM: "", ACCESS_AUDIENCE: "" };
  expect(opened.length).toBeGreaterThan(0);
  for (const { OPERATORS: _, host, ...settings } of opened) {
    expect(settings).toEqual(demonstration);
    expect(host).toMatch(/localhost$/);
  }
});

const DAY_MS = 86_400_000;

test("the console accepts a form on its day and the next day, and refuses it after that", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const answer = operatorConsole(openOperator(bindings(), () => undefined));
  const page = await (await answer(new Request("http://localhost/unlock"))).text();
  const token = /name="token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? "";
  const send = () =>
    answer(
      new Request("http://localhost/unlock", {
        method: "POST",
        headers: { Origin: "http://localhost", "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({ token }),
      }),
    );
  const statuses: number[] = [];
  for (let day = 0; day < 3; day++) {
    statuses.push((await send()).status);
    vi.setSystemTime(Date.now() + DAY_MS);
  }
  // The form has no fields here, so an accepted form gets 400.
  expect(statuses).toEqual([400, 400, 403]);
});

test("a code confirms an act for fifteen minutes, and an expired code is refused with the reason", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const own = bindings();
  const ACCOUNT = { ...own.ACCOUNT, liftRegistrations: async () => ({ isDone: true, text: "Kept." }) };
  const answer = operatorConsole(openOperator({ ...own, ACCOUNT }, () => undefined));
  const lift = async (fields: object) => {
    const body = JSON.stringify({ because: "a launch", ...fields });
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const response = await answer(new Request("http://localhost/api/lift-registrations", init));
    return { status: response.status, body: (await response.json()) as { text: string; confirm: string } };
  };
  const first = await lift({});
  vi.setSystemTime(Date.now() + FIFTEEN_MINUTES_MS);
  const late = await lift({ confirm: first.body.confirm });
  expect(late).toMatchObject({
    status: 409,
    body: { text: expect.stringMatching(/^The code has expired: .+ For 24 hours this/) },
  });
  vi.setSystemTime(Date.now() + FIFTEEN_MINUTES_MS - 1000);
  expect(await lift({ confirm: late.body.confirm })).toMatchObject({ status: 200, body: { done: true } });
});

let points: (string | undefined)[][];

/** Records the index, Worker, transport, status and release of each data point. */
const METRICS: NonNullable<OperatorEnv["METRICS"]> = {
  writeDataPoint({ indexes, blobs } = {}) {
    const named = (["worker", "transport", "status", "release"] as const).map((name) =>
      String(blobs?.[METRIC_BLOBS.indexOf(name)]),
    );
    points.push([String(indexes?.[0]), ...named]);
  },
};

test.each([
  ["/api/acts?subject=account:1001", 200, "/api/acts"],
  ["/acts", 200, "/acts"],
  ["/api/stuck", 502, "/api/stuck"],
  ["/api/unlock", 405, "/api/unlock"],
  ["/api/olga@maple.example", 404, "/api/*"],
  ["/constructor", 404, "/*"],
])(
  "a console call writes one data point with its command and no data from the request: %s",
  async (path, status, work) => {
    const answer = await operatorConsole(openOperator({ ...bindings(), METRICS }, () => undefined))(
      new Request(`http://localhost${path}`),
    );
    expect(answer.status).toBe(status);
    expect(points).toEqual([[work, "operator", "http", String(status), "v7"]]);
  },
);

test("a run of the console's scheduled work writes a data point", async () => {
  await runOperatorWork(openOperator({ ...bindings(), METRICS }, () => undefined));
  expect(points).toEqual([["cron:erasures", "operator", "cron", "200", "v7"]]);
});

test("acts and lookups of operators are kept for two years, and erasures for 31 days", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const own = bindings();
  const at = Date.now();
  await own.OPERATOR_DB.batch(
    [
      "INSERT INTO operator_acts (id, at, who, act, subject, because, request_id) VALUES ('1', ?, 'o', 'unlock', 's', 'b', 'r')",
      "INSERT INTO operator_reads VALUES ('1', ?, 'o', 'login', 's', 'r')",
      "INSERT INTO erasures VALUES ('1', 'login', 'shop', 11, ?1, ?1, 'called_off', '{}', '', ?1)",
    ].map((sql) => own.OPERATOR_DB.prepare(sql).bind(at)),
  );
  const keptAfter = async (ms: number) => {
    vi.setSystemTime(at + ms);
    await runOperatorWork(openOperator(own, () => undefined));
    const { operator_acts, operator_reads, erasures } = await countRows(own.OPERATOR_DB);
    return [operator_acts, operator_reads, erasures];
  };
  expect(await keptAfter(31 * DAY_MS - 1)).toEqual([1, 1, 1]);
  expect(await keptAfter(31 * DAY_MS)).toEqual([1, 1, 0]);
  expect(await keptAfter(730 * DAY_MS - 1)).toEqual([1, 1, 0]);
  expect(await keptAfter(730 * DAY_MS)).toEqual([0, 0, 0]);
});

test("an export row links to the same commands for its account as a lookup row", () => {
  const addresses = (row: Record<string, number>) => rowCommands("account", row).map(({ address }) => address);
  expect(addresses({ id: 1001 })).toContain("/erase?kind=account&id=1001");
  expect(addresses({ id: 1001 })).toEqual(addresses({ account: 1001 }));
});
