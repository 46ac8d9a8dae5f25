import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { placeOrder } from "../../dev/whmcs/provisioning/order-placement.ts";
import { SECRETS } from "../../dev/whmcs/secrets.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import { readWhmcsSecrets } from "../../scripts/secrets-file.ts";
import { writeFiles } from "../../scripts/whmcs/capture.ts";
import { captureInstallation } from "../../scripts/whmcs/capture-installation.ts";
import { Installation } from "../../scripts/whmcs/installation.ts";
import { scrubbed } from "../../scripts/whmcs/scrub.ts";
import { getClientsDetails } from "../../workers/billing-whmcs/answers/accounts.ts";
import { getClientsDomains } from "../../workers/billing-whmcs/answers/domains.ts";
import { getInvoice, getInvoices } from "../../workers/billing-whmcs/answers/invoices.ts";
import { getProducts } from "../../workers/billing-whmcs/answers/products.ts";
import { getClientsProducts } from "../../workers/billing-whmcs/answers/services.ts";
import { getTickets } from "../../workers/billing-whmcs/answers/tickets.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";

let simulator: WhmcsSimulator | undefined;
afterEach(() => simulator?.stop());

async function capture() {
  simulator = await WhmcsSimulator.start();
  const { installation, state } = simulator;
  installation.quirks.extraMembers = { password: SECRETS.servicePassword, notes: SECRETS.adminNotes };
  const client = state.clients.find(({ id }) => id === 1001);
  for (const name of ["planted-order.ca", "planted-renewal.ca"]) {
    const domains = [{ name, type: "Register" as const, years: 1, authCode: SECRETS.transferSecret }];
    if (client) placeOrder(installation, { client, paymentMethod: "mailin", domains }, { userId: 11 });
  }
  const all = settingsFor(simulator);
  return captureInstallation(new Installation(all as unknown as WhmcsSettingTexts, readWhmcsSecrets("", all)));
}

test("a recording of an installation contains no personal data", async () => {
  const { samples, lines } = await capture();
  const text = JSON.stringify([samples, lines]);
  const { state, addon } = simulator as WhmcsSimulator;
  const planted = [
    ...Object.values(SECRETS),
    addon.options.key,
    ...state.users.flatMap(({ email }) => [email]),
    ...state.clients.flatMap(({ firstName, company }) => [firstName, company]),
    ...state.domains.map(({ name }) => name),
    ...state.tickets.map(({ subject }) => subject),
    ...state.promotions.map(({ code }) => code),
    ...state.invoices.map(({ number }) => number),
  ].filter((value) => value.length > 3);
  expect(planted.filter((value) => text.includes(value))).toEqual([]);
  expect(lines).toContainEqual(expect.stringMatching(/^Statuses of domains: .*Active/));
});

test("a recording has the same shape as the responses", async () => {
  const { samples } = await capture();
  const bodyOf = (name: string) =>
    samples.find((sample) => sample.name === `${name}.recorded`)?.body as Record<string, unknown>;
  expect(getClientsDetails.answer.safeParse(bodyOf("GetClientsDetails")).error).toBeUndefined();
  for (const list of [getClientsProducts, getClientsDomains, getInvoice, getInvoices, getProducts, getTickets]) {
    const rows = bodyOf(list.name).rows as unknown[];
    expect(rows.length, list.name).toBeGreaterThan(0);
    const unread = rows.flatMap((row) => list.row.safeParse(row).error ?? []);
    expect(unread, list.name).toEqual([]);
  }
});

test("a recording contains no personal text, whichever field it was in", () => {
  const person = fc.constantFrom(
    "Ana Martínez",
    "ana@studio-ana.example",
    "+1 514 555 0100",
    "studio-ana.example",
    "s3cret!pass",
  );
  const member = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.dictionary(member, fc.oneof(person, fc.array(person), fc.dictionary(member, person))), (answer) => {
      const text = JSON.stringify(scrubbed(answer));
      for (const part of ["Ana", "studio", "555", "s3cret"]) {
        if (text.includes(part)) return JSON.stringify(Object.keys(answer)).includes(part);
      }
      return true;
    }),
  );
});

test("only the owner can read a recorded file, even if everyone could read it before", () => {
  const folder = mkdtempSync(join(tmpdir(), "capture-"));
  const names = ["new.json", "former.json"];
  writeFileSync(join(folder, "former.json"), "{}");
  chmodSync(join(folder, "former.json"), 0o644);
  writeFiles(
    folder,
    names.map((name) => ({ name, text: "{}" })),
  );
  const modes = names.map((name) => statSync(join(folder, name)).mode & 0o777);
  rmSync(folder, { recursive: true });
  expect(modes).toEqual([0o600, 0o600]);
});
