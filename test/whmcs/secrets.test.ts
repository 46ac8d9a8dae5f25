import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SECRETS } from "../../dev/whmcs/actions/clients.ts";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import { keepLogin } from "../../workers/billing-whmcs/accounts/logins.ts";
import { contractCustomer, TRANSFER } from "../billing-contract/customer.ts";
import { CALL, COLLEAGUE, everyList, logLines, OWNER } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs, type TestWhmcs } from "./support/whmcs-system.ts";

/** Members that carry secrets, in every row and answer: where the documentation has them, and where it has not. */
const PLANTED = {
  password: SECRETS.servicePassword,
  securityqans: SECRETS.securityAnswer,
  remote_token: SECRETS.remoteToken,
  transfersecret: SECRETS.transferSecret,
  notes: SECRETS.adminNotes,
  adminnotes: SECRETS.adminNotes,
  c: SECRETS.ticketKey,
  cardnum: SECRETS.remoteToken,
  pwhash: SECRETS.passwordHash,
};

/** Of a name that is to be transferred, as the customer gives it. */
const AUTH_CODE = "customers-auth-code";
/** Of names that are transferred away, as their registrar gives it. */
const TRANSFER_CODE = "registrars-transfer-code";

let lines: Record<string, unknown>[] = [];
const systems: TestWhmcs[] = [];

beforeAll(() => {
  lines = logLines();
});
afterAll(async () => {
  vi.restoreAllMocks();
  for (const system of systems) await system.stop();
});

/** Everything that a system gives out: answers, and the rows of its database. */
async function everythingFrom(system: TestWhmcs): Promise<string> {
  const { billing, db } = system;
  await keepLogin(db, {
    ...{ id: 11, email: "owner@maple.example", language: "en" },
    clients: [{ id: 1001 }],
  });
  await system.runScheduledWork();
  const acting = [await ordersOn(system), await transfersOn(system)];
  const answers = [
    acting,
    await billing.describe(CALL),
    await billing.readAccount(OWNER),
    await billing.readHolding(OWNER),
    await billing.readHolding(COLLEAGUE),
    await billing.listManagedAccounts(OWNER),
    await billing.readRecipients(OWNER),
    await billing.checkHealth(CALL),
    await everyList(billing, OWNER),
    await everyList(billing, { ...OWNER, loginId: 13, accountId: 1003 }),
    await billing.authorize({ ...OWNER, loginId: 999 }),
    await billing.readCatalogue(CALL, { currency: "CAD", language: "en" }),
  ];
  const tables = await db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all<{ name: string }>();
  const rows = await Promise.all(tables.results.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all()));
  return JSON.stringify([answers, rows.map(({ results }) => results)]);
}

/** Orders, one of which has to be looked for. */
async function ordersOn({ billing, simulator }: TestWhmcs): Promise<unknown[]> {
  const owner = contractCustomer(billing, { ...OWNER, permissions: ["orders", "invoices", "manageproducts"] });
  const transfer = { ...TRANSFER, authCode: AUTH_CODE };
  const placed = await owner.orderDomain("planted-transfer.com", transfer, "placed");
  simulator.faults.plan({ kind: "html_500_after" }, { action: "AddOrder", times: 1 });
  const lost = await owner.orderDomain("planted-lost.com", transfer, "lost");
  simulator.faults.plan({ kind: "error", text: `Not with ${AUTH_CODE}` }, { action: "AddOrder", times: 1 });
  const refused = await owner.orderDomain("planted-refused.com", transfer, "refused");
  expect(simulator.state.domains.filter(({ authCode }) => authCode === AUTH_CODE)).toHaveLength(2);
  return [placed, lost, refused, await owner.findWrite("lost"), await owner.findWrite("refused")];
}

/** What the registrar says when it is asked for a code; null: its own answer. */
const CODE_ANSWERS: (Fault | null)[] = [
  null,
  { kind: "error", text: `The code is ${TRANSFER_CODE}: timed out` },
  { kind: "error", text: `Registrar Error Message: ${TRANSFER_CODE}` },
  { kind: "answer", status: 500, body: `<html>${TRANSFER_CODE}</html>` },
  { kind: "answer", status: 200, body: `{"warning":"late","eppcode":"${TRANSFER_CODE}"}` },
  { kind: "cut" },
];

/** Transfers away, each with another answer of the registrar, and one whose mail fails with what it says. */
async function transfersOn({ billing, simulator }: TestWhmcs): Promise<unknown[]> {
  const owner = contractCustomer(billing, { ...OWNER, permissions: ["domains", "managedomains"] });
  const answers: unknown[] = [];
  const prepare = async (name: string) => {
    registerDomain(simulator, OWNER.accountId, name, {}, TRANSFER_CODE);
    answers.push(await owner.transferDomainOut(name, name), await owner.findWrite(name));
    answers.push(await owner.readRegistrarSettings(name));
  };
  for (const [index, fault] of CODE_ANSWERS.entries()) {
    if (fault) simulator.faults.plan(fault, { action: "DomainRequestEPP", times: 1 });
    await prepare(`leaving-${index}.com`);
  }
  const text = `Could not mail ${TRANSFER_CODE}`;
  simulator.faults.plan({ kind: "error", text }, { action: "SendEmail", times: 1 });
  await prepare("unmailed.com");
  // It went to the owner: of the first name, and of the one whose answer was cut.
  expect(simulator.addon.delivered.map(({ text }) => text.includes(TRANSFER_CODE))).toEqual([true, true]);
  return answers;
}

test.each(PROFILES)(
  "no planted secret leaves an installation that spells as %s",
  { timeout: 120_000 },
  async (profile) => {
    const system = await startWhmcs({ profile });
    systems.push(system);
    const { simulator } = system;
    simulator.installation.quirks.extraMembers = PLANTED;
    const answers: string[] = [await everythingFrom(system)];
    // Rows that do not read, foreign rows and errors are logged: never with what they hold.
    simulator.installation.quirks.ignores = (name, action) => action !== "GetClientsDetails" && name.endsWith("id");
    answers.push(await everyList(system.billing, OWNER).then(JSON.stringify, String));
    simulator.installation.quirks.ignores = () => false;
    for (const list of [simulator.state.services, simulator.state.invoices])
      for (const row of list) row.status = "Somehow";
    answers.push(JSON.stringify(await everyList(system.billing, OWNER)));
    simulator.faults.plan({ kind: "error", text: `Failed for ${Object.values(SECRETS).join(" ")}` });
    answers.push(JSON.stringify(await system.again().billing.readAccount(OWNER)));
    simulator.faults.clear();
    const page = `<html>${Object.values(SECRETS).join(" ")}</html>`;
    simulator.faults.plan({ kind: "answer", status: 500, body: page });
    answers.push(JSON.stringify(await system.again().billing.readAccount(OWNER)));

    const written = answers.join("\n") + JSON.stringify(lines);
    for (const planted of [...Object.values(SECRETS), AUTH_CODE, TRANSFER_CODE, simulator.addon.options.key])
      expect(written).not.toContain(planted);
    // What is looked at is what would have them.
    expect(written).toContain("billing_row_unread");
    expect(written).toContain("billing_foreign_row");
    expect(written).toContain("transfer_mail_not_sent");
    expect(answers[0]).toContain("studio-ana.ca");
  },
);
