import { expect, test } from "vitest";
import type { HostCall, HostReply } from "../../durable-objects/billing-host/billing-host-port.ts";
import { WaitBudget } from "../../workers/billing-whmcs/bridge/wait-budget.ts";
import { ALL, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { useWhmcs } from "./support/use-whmcs.ts";

/* The time that a question waits for slots of the host. */

const whmcs = await useWhmcs();

test("is that of all its calls together; waits at the same time count once", () => {
  const answered = (waitedMs?: number): HostReply => ({
    ...{ kind: "answered", status: 200, body: "{}" },
    ...(waitedMs !== undefined && { waitedMs }),
  });
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
  const waits = (action: string) => sent.filter(({ text }) => text.includes(action)).map(({ waitMs }) => waitMs ?? 0);
  expect(new Set(waits("GetClientsDetails"))).toEqual(new Set([3_000]));
  for (const left of waits('"GetInvoice"')) expect(Math.abs(left - 1_750)).toBeLessThanOrEqual(50);
  expect(waits('"GetInvoice"')).not.toEqual([]);
});

test.each([
  ["busy", 5],
  ["circuit_open", 40],
] as const)("has ended where one of its calls is %s: it is answered without the others", async (reason, retryAfter) => {
  const lines = logLines();
  const { billing } = whmcs.again({}, (host) => ({
    health: () => host.health(),
    send: (call) =>
      call.text.includes("GetClientsDetails")
        ? Promise.resolve({ kind: "failed", reason, retryAfter })
        : new Promise<HostReply>(() => {}),
  }));
  const unavailable = { ok: false, problem: { code: "billing_unavailable", retryAfter } };
  expect(await billing.listServices(OWNER, EVERYTHING)).toEqual(unavailable);
  expect(lines[0]).toMatchObject({ event: "billing_host_failed", reason });
});
