import { describe, expect, test } from "vitest";
import { everyRow } from "../../support/every-row.ts";
import { useWorld, type World } from "../../support/world.ts";
import { done, type PlacedOrder, refused } from "./acting/act.ts";
import type { AtRegistrar, OwnRecords } from "./acting/acting-system.ts";
import { approving } from "./acting/approving.ts";
import { connectTo, newKey, orderOf, refusing } from "./acting/refusing.ts";
import { walkingThrough } from "./acting/walking-through.ts";
import { workedExamples } from "./acting/worked-examples.ts";

/** The records of the embedded engine and of the sandbox registry's registrar. */
function engineRecords(world: World): OwnRecords {
  const registrar = async <Value>(path: string): Promise<Value | null> => {
    const { endpoints, registrarToken } = world.registry;
    const headers = { Authorization: `Bearer ${registrarToken}` };
    const response = await fetch(`http://${endpoints.registrar}/domains/${path}`, { headers });
    return ((await response.json()) as { value?: Value | null }).value ?? null;
  };
  return {
    async atRegistrar(name) {
      const held = await registrar<Omit<AtRegistrar, "isLocked" | "authCode"> & { locked: boolean }>(name);
      if (!held) return null;
      const { expiresOn, nameservers, locked } = held;
      return {
        expiresOn,
        nameservers,
        isLocked: locked,
        authCode: (await registrar<string>(`${name}/auth-code`)) ?? "",
      };
    },
    countOrders: async () =>
      (await world.billing.prepare("SELECT count(*) AS count FROM orders").first<number>("count")) ?? 0,
    async countMailsAbout({ order_id }: PlacedOrder, login) {
      const mails = await world.mailsTo(`${login}@maple.example`);
      return mails.filter(({ subject }) => subject.startsWith(`Order ${order_id}:`)).length;
    },
    async transferCodesOf(name, owner) {
      const mails = (await world.mailsTo(owner)).filter(({ subject }) => subject === `Transfer code of ${name}`);
      return mails.map(({ to, text }) => ({
        to: to.join(),
        code: /Transfer code:\s+(\S+)/.exec(text ?? "")?.[1] ?? "",
      }));
    },
    passDay: () => world.tick(),
  };
}

const world = useWorld();
const system = Object.assign(world, { acts: true, records: engineRecords(world) });

describe("the examples of the developers page", () => workedExamples(system));
describe("all that can be done", () => walkingThrough(system));
describe("what is refused, and what is done once", () => refusing(system));
describe("what the customer approves first", () => approving(system));

test("a registry that does not allow unlocking refuses it", async () => {
  const { act } = await connectTo(system);
  const forbidden = await refused(act("set_domain_lock", { domain: "studio-ana.quebec", locked: false }));
  expect(forbidden.code).toBe("not_allowed");
});

test("a transfer in with a wrong code fails at the registry, and the customer's money is not kept", async () => {
  const { act } = await connectTo(system);
  const domain = "taken-staying.net";
  const transfer = orderOf(domain, { type: "transfer", auth_code: "wrong-code-1f9" });
  const placed = await done<PlacedOrder>(act("order_domain", transfer));
  const before = await creditOf(1001);
  await world.pay(placed.action_required.url);
  await world.tick();
  const status = world.billing.prepare("SELECT status FROM domains WHERE name = ? ORDER BY id DESC").bind(domain);
  expect(await status.first("status")).not.toMatch(/active|pending_transfer/);
  const paidByCredit = Math.min(before, Math.round(placed.invoice.total * 100));
  expect(await creditOf(1001)).toBe(before - paidByCredit + Math.round(placed.invoice.total * 100));
  expect(await everyRow(world.billing)).not.toContain("wrong-code-1f9");
});

const creditOf = async (account: number) =>
  (await world.billing.prepare("SELECT credit FROM accounts WHERE id = ?").bind(account).first("credit")) as number;

test("time passes: what was cancelled for the end of its period ends on that day", async () => {
  const { act } = await connectTo(system);
  const { confirm } = await done<{ confirm: string }>(act("cancel_service", { id: 2102 }));
  await done(act("cancel_service", { id: 2102, confirm, ...newKey() }));
  const status = async () => {
    const { services } = await done<{ services: { id: number; status: string }[] }>(
      act("list_my_services", { status: "all", limit: 100 }),
    );
    return services.find(({ id }) => id === 2102)?.status;
  };
  await world.tick();
  expect(await status()).toBe("active");
  await world.billing
    .prepare("INSERT INTO demonstration_clock VALUES (1, ?1) ON CONFLICT (only_row) DO UPDATE SET offset_ms = ?1")
    .bind(10 * 86_400_000)
    .run();
  await world.tick();
  expect(await status()).toBe("cancelled");
});

test("the outbox has the mails of both Workers", async () => {
  const mails = await world.mailsTo("owner@maple.example", 2);
  const from = '"Maple Hosting" <no-reply@maple.example>';
  for (const words of ["Atlas Assistant", "free-garden.com"]) {
    expect(mails.find(({ subject }) => subject.includes(words))).toMatchObject({ from });
  }
});
