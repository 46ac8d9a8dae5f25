import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { HostCall, HostReply } from "../../durable-objects/billing-host/billing-host-port.ts";
import type { AskRequest } from "../../workers/billing-whmcs/bridge/ask-batch.ts";
import { WaitBudget } from "../../workers/billing-whmcs/bridge/wait-budget.ts";
import { ALL, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs();
const { simulator } = whmcs;

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  simulator.faults.clear();
  simulator.latencyMs = 0;
});

const unavailable = (retryAfter: number) => ({ ok: false, problem: { code: "billing_unavailable", retryAfter } });
/** The first of a call's reads. */
const actionOf = ({ text }: HostCall) =>
  (JSON.parse(text) as { parameters: AskRequest }).parameters.calls?.[0]?.action ?? "";

describe("the time that a question waits for slots", () => {
  const answered = (waitedMs?: number): HostReply => ({
    ...{ kind: "answered", status: 200, body: "{}" },
    ...(waitedMs !== undefined && { waitedMs }),
  });

  test("is that of all its calls together; waits at the same time count once", () => {
    const budget = new WaitBudget();
    expect(budget.waitMs).toBe(3_000);
    budget.replied(answered(1_000), 10_000);
    expect(budget.waitMs).toBe(2_000);
    budget.replied(answered(1_400), 10_000);
    expect(budget.waitMs).toBe(1_600);
    budget.replied(answered(), 12_000);
    budget.replied(answered(600), 13_000);
    expect(budget.waitMs).toBe(1_000);
    budget.replied(answered(9_000), 20_000);
    expect(budget.waitMs).toBe(0);
  });

  test("is handed to the host with each call", async () => {
    const sent: HostCall[] = [];
    const { billing } = whmcs.again({}, (host) => ({
      health: () => host.health(),
      send: async (call) => {
        sent.push(call);
        const reply = await host.send(call);
        return reply.kind === "answered" ? { ...reply, waitedMs: 1_200 } : reply;
      },
    }));
    expect(await billing.listInvoices(OWNER, { ...ALL, status: "unpaid" })).toMatchObject({ ok: true });
    const terms = Map.groupBy(sent, actionOf);
    for (const call of terms.get("GetClientsDetails") ?? []) {
      expect(call).toMatchObject({ waitMs: 3_000 });
    }
    const [balance] = terms.get("GetInvoice") ?? [];
    expect(balance?.waitMs).toBeGreaterThan(1_700);
    expect(balance?.waitMs).toBeLessThanOrEqual(1_800);
    sent.length = 0;
    await billing.readAccount(OWNER);
    expect(sent).toMatchObject([{ waitMs: 3_000 }]);
  });

  test.each([
    ["busy", 5],
    ["circuit_open", 40],
  ] as const)(
    "has ended where one of its calls is %s: it is answered without the others",
    async (reason, retryAfter) => {
      const lines = logLines();
      const { billing } = whmcs.again({}, (host) => ({
        health: () => host.health(),
        send: (call) =>
          call.text.includes("GetClientsDetails")
            ? Promise.resolve({ kind: "failed", reason, retryAfter })
            : new Promise<HostReply>(() => {}),
      }));
      expect(await billing.listServices(OWNER, EVERYTHING)).toEqual(unavailable(retryAfter));
      expect(lines[0]).toMatchObject({ event: "billing_host_failed", reason });
    },
  );
});

describe("reads of two logins at the same time", () => {
  test("a login that has no part in the account gets nothing of what others read", async () => {
    const { billing } = whmcs.again();
    simulator.latencyMs = 50;
    const asked = [11, 12, 15, 999].map((loginId) => billing.listServices({ ...OWNER, loginId }, EVERYTHING));
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => (answer.ok ? "services" : answer.problem.code))).toEqual([
      ...["services", "services", "access_lost", "access_lost"],
    ]);
  });
});
