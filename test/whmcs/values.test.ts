import { describe, expect, test } from "vitest";
import type { WhmcsDomain } from "../../dev/whmcs/state.ts";
import { casesOf } from "../support/cases.ts";
import { ALL, answered, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { changeClient, changeRows, type Row, useWhmcs } from "./support/use-whmcs.ts";

/* Tests how customers see WHMCS's values: the words that Frontdesk knows, and how it treats all others. */

/** The cases. `null` means that the row is omitted, and for `renewals` that the domain has no renewal price. */
const CASES = casesOf<{
  cycles: [written: string, cycle: string | null][];
  statuses: [written: string, status: string | null][];
  renewals: [status: string, fees: Row, price: number | null][];
}>(import.meta.url);
const whmcs = await useWhmcs();
const { billing, simulator } = whmcs;
const { state, installation } = simulator;

const services = async () => answered(await billing.listServices(OWNER, EVERYTHING)).items;
const domains = async () => answered(await billing.listDomains(OWNER, EVERYTHING)).items;
const tickets = async () => answered(await billing.listTickets(OWNER, ALL)).items;

describe("services", () => {
  test.each(CASES.cycles)("the billing cycle “%s” becomes %s", async (written, cycle) => {
    logLines();
    for (const service of state.services) service.billingCycle = written;
    expect((await services())[0]?.billingCycle ?? null).toBe(cycle);
  });

  test("with an unknown status are omitted and logged", async () => {
    const lines = logLines();
    for (const service of state.services) service.status = "active?";
    expect(await services()).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "billing_row_unread", action: "GetClientsProducts" }),
    );
  });

  test("with an unknown cancellation type show no cancellation", async () => {
    const lines = logLines();
    const [service] = await services();
    const [known] = state.cancellations;
    state.cancellations = [{ ...known, id: 1, serviceId: service?.id, type: "Sometime" } as never];
    expect((await services())[0]?.cancellation).toBeNull();
    expect(lines).toContainEqual(expect.objectContaining({ action: "GetCancelledPackages", row: "1" }));
  });
});

describe("domains", () => {
  test.each(CASES.statuses)("the status “%s” becomes %s", async (written, status) => {
    logLines();
    for (const domain of state.domains) domain.status = written;
    expect((await domains())[0]?.status ?? null).toBe(status);
  });

  /** Replaces the account's domains. */
  function rowsOf(...rows: [name: string, status: string][]): void {
    const one = state.domains.find(({ clientId, status }) => clientId === 1001 && status === "Active") as WhmcsDomain;
    state.domains = rows.map(([name, status], index) => ({ ...one, id: 88_000 + index, name, status }));
  }

  test("have the same normalized name in any spelling, and ended rows of the same domain are omitted", async () => {
    rowsOf(["Bücher.example", "Cancelled"], ["xn--bcher-kva.EXAMPLE", "Active"], ["BÜCHER.example", "Expired"]);
    expect((await domains()).map(({ id, name }) => [id, name])).toEqual([[88_001, "xn--bcher-kva.example"]]);
  });

  test("are listed once for each row that has not ended", async () => {
    rowsOf(["a.example", "Active"], ["a.example", "Pending Transfer"], ["a.example", "Fraud"], ["b.example", "Active"]);
    expect((await domains()).map(({ id }) => id)).toEqual([88_000, 88_001, 88_003]);
  });

  test.each(CASES.renewals)("in status %s with %j have the renewal price %s", async (status, fees, price) => {
    rowsOf(["priced.com", status]);
    for (const domain of state.domains) domain.amount = 2_000;
    state.extensions = state.extensions.filter(({ tld }) => tld === "com");
    Object.assign(state.extensions[0] ?? {}, fees);
    await whmcs.runScheduledWork();
    expect((await domains()).map(({ renewalPrice }) => renewalPrice)).toEqual([price]);
  });
});

describe("tickets", () => {
  test.each([
    ["Waiting for (you)", "waiting_for_you"],
    ["À traiter", "à_traiter"],
    ["on-hold!", "on_hold"],
  ])("with the provider's status “%s” have the status %s", async (written, status) => {
    for (const ticket of state.tickets) ticket.status = written;
    expect((await tickets())[0]?.status).toBe(status);
  });

  test("without a status are omitted, and a reply at the opening time is ignored", async () => {
    logLines();
    changeRows(whmcs, "GetTickets", (row) => ({ ...row, lastreply: row.date }));
    for (const { lastReplyAt } of await tickets()) expect(lastReplyAt).toBeNull();
    for (const ticket of state.tickets) ticket.status = "";
    expect(await tickets()).toEqual([]);
  });
});

describe("an account", () => {
  const PERSON = { companyname: "", fullname: "Ana" };
  test.each<[Row, string]>([
    [{ companyname: "Studio", fullname: "Ana" }, "Studio"],
    [PERSON, "Ana"],
    [{ ...PERSON, fullname: "", email: "a@b.example" }, "a@b.example"],
    [{ ...PERSON, fullname: "", email: "" }, "#1001"],
  ])("with %j is named %s", async (more, name) => {
    changeClient(whmcs, more);
    expect(answered(await billing.authorize(OWNER)).name).toBe(name);
  });

  test("without a currency makes WHMCS's response unreadable", async () => {
    const lines = logLines();
    changeClient(whmcs, { currency_code: null });
    expect(await billing.authorize(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "billing_answer_unread", at: ["client.currency_code"] }),
    );
  });

  test("with unreadable credit cannot be read, but its services can", async () => {
    changeClient(whmcs, { credit: "$12.00 CAD" });
    expect(await billing.readAccount(OWNER)).toMatchObject({ ok: false });
    expect(await services()).not.toEqual([]);
  });
});

describe("e-mails", () => {
  const language = async () => answered(await whmcs.again().billing.readRecipients(OWNER)).owner?.language;

  test("are in the language of the owner, or else of the account or the installation", async () => {
    const [owner] = state.users.filter(({ id }) => id === 11);
    if (owner) delete owner.language;
    const setClient = (written: string) => {
      for (const client of state.clients) if (client.id === 1001) client.language = written;
    };
    setClient("german");
    expect(await language()).toBe("en");
    setClient("");
    installation.settings = { ...installation.settings, Language: "french" };
    await whmcs.runScheduledWork();
    expect(await language()).toBe("fr");
    setClient("english");
    expect(await language()).toBe("en");
    Object.assign(owner ?? {}, { language: "french" });
    expect(await language()).toBe("fr");
  });

  test("have no recipient if the owner's address is unreadable, and access remains", async () => {
    for (const user of state.users) if (user.id === 11) user.email = "owner maple.example";
    expect(await billing.authorize(OWNER)).toMatchObject({ ok: true });
    expect(answered(await billing.readRecipients(OWNER)).owner).toBeNull();
  });
});
