import { describe, expect, test } from "vitest";
import { themeFrom } from "../../shared/pages/theme.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { clientArea } from "../../workers/billing/client-area/client-area.ts";
import { actingApplication } from "../objects/support/acting-application.ts";
import { SAMPLE_BRAND } from "../support/sample-brand.ts";
import { UNSET_ADDRESSES } from "../support/unset-addresses.ts";
import { engineAt } from "./support/engine.ts";
import { loggedErrors } from "./support/scene.ts";
import { sqliteD1 } from "./support/sqlite-d1.ts";

const NOW = Date.parse("2026-11-20T15:00:00Z");
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An engine whose database has no tables, so each query fails. */
const engine = engineAt(sqliteD1(), NOW);
/** A placeholder for dependencies that these requests do not use. */
const unused = undefined as never;
const account = actingApplication({
  ...{ billing: engine as never, accountOf: unused, signer: unused },
  ...{ now: () => NOW, record: () => {} },
});
const theme = themeFrom({
  ...SAMPLE_BRAND,
  BRAND_NAME: "Maple",
  BRAND_COLOUR: "#0b6e4f",
});

const lines = loggedErrors();

const execution = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
/** Calls the account API. Returns the response, its request id and its body. */
async function answerOf<Body>(path: string, { headers, ...request }: RequestInit = {}) {
  const authorized = { ...headers, Authorization: `Bearer ${encodeURIComponent("{}")}` };
  const response = await account.request(path, { ...request, headers: authorized }, {}, execution as never);
  return { response, id: response.headers.get("X-Request-Id"), body: (await response.json()) as Body };
}

async function clientAreaAnswer(dependencies: object): Promise<{ status: number; id: string | null }> {
  const area = clientArea({ theme, ...dependencies } as never, addressBook(UNSET_ADDRESSES));
  const request = new Request("http://localhost/client-area/cart?plan=web-start");
  const { status, headers } = await area.fetch(request, { visitor: null, signIns: {} });
  return { status, id: headers.get("X-Request-Id") };
}

/** Expects the request id in both log lines. The event of the last line names the step that failed. */
function expectFound(id: unknown, last: string): void {
  expect(id).toMatch(UUID);
  expect(lines.map(({ event, request_id }) => [event, request_id])).toEqual([
    ["billing_failed", id],
    [last, id],
  ]);
  expect(lines[0]?.cause).toMatchObject({ name: "Error", code: "D1_ERROR", where: expect.stringContaining(".ts:") });
}

describe("the request id of a server error", () => {
  test("is in the response and in every log line, over HTTP", async () => {
    const { response, id, body } = await answerOf<{ request_id: string }>("/api/v1/account");
    expect(response.status).toBe(503);
    expect(body.request_id).toBe(id);
    expectFound(id, "server_problem");
    expect(lines[0]).toMatchObject({ method: "readAccount", account: 1001 });
    expect(lines[1]).toMatchObject({ operation: "getAccount", account: 1001, code: "billing_unavailable" });
  });

  test("is in the response and in every log line, in the client area", async () => {
    const sessions = { of: async () => null };
    const countCartView = async () => ({ outcome: "counted" });
    const { status, id } = await clientAreaAnswer({ engine, sessions, countCartView });
    expect(status).toBe(503);
    expectFound(id, "page_unavailable");
  });

  test("is in the log line of a client area page that throws", async () => {
    const sessions = { of: () => Promise.reject(new TypeError("no store")) };
    const { status, id } = await clientAreaAnswer({ sessions });
    expect(status).toBe(500);
    expect(lines).toMatchObject([{ event: "page_failed", request_id: id, cause: { name: "TypeError" } }]);
  });

  test("differs for each run of scheduled work", async () => {
    for (const _ of [1, 2]) await expect(engine.runScheduledJobs()).rejects.toThrow();
    const failed = lines.filter(({ event }) => event === "scheduled_work_failed").map((line) => line.request_id);
    expect(failed).toEqual([expect.stringMatching(UUID), expect.stringMatching(UUID)]);
    expect(failed[0]).not.toBe(failed[1]);
    // The log also reports that the runs could not be recorded.
    expect(new Set(lines.map(({ request_id: id }) => id))).toEqual(new Set(failed));
  });
});
