import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { keepLogin } from "../../workers/billing-whmcs/accounts/logins.ts";
import { ALL, answered, CALL, EVERYTHING, everyList, logLines, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { billing, simulator, db } = whmcs;
const { state, faults, installation } = simulator;
const stored = structuredClone(state);

const user = { id: 11, email: "owner@maple.example", clients: [{ id: 1001, isOwner: true }] };
const signedIn = (language: "en" | "fr" = "en") => keepLogin(db, { ...user, language });

afterAll(() => whmcs.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  faults.clear();
  Object.assign(state, structuredClone(stored));
  delete installation.settings.Language;
  await db.prepare("DELETE FROM logins").run();
});

type Row = Record<string, unknown>;

/** Changes an account wherever it is read, at both places of the answer. */
function changeClient(more: Row, id = 1001): void {
  const change = (members: Row) => {
    const client = members.client as Row;
    const isIt = String((client.id as { value?: number }).value ?? client.id) === String(id);
    return isIt ? { ...members, ...more, client: { ...client, ...more } } : members;
  };
  faults.plan({ kind: "changed", change }, { action: "GetClientsDetails" });
}

function changeRows(action: string, container: string, item: string, more: Row): void {
  const change = (members: Row) => {
    const list = members[container] as Row & { rows?: Row[] };
    const rows = ((list as Record<string, Row[]>)[item] ?? []).map((row) => ({ ...row, ...more }));
    return { ...members, [container]: { [item]: rows } };
  };
  faults.plan({ kind: "changed", change }, { action });
}

const NONE = ["", null, undefined];

describe("an account with little in it", () => {
  const optional = [
    ...["companyname", "fullname", "firstname", "lastname", "email", "countrycode", "country", "language"],
    ...["phonenumber", "email_verified", "currency_code", "defaultgateway", "stats", "credit"],
  ];
  const odd = optional.flatMap((member) => [...NONE, 0, {}, [], "?"].map((written) => ({ member, written })));

  test.each(odd)("lists are read where its $member is $written", async ({ member, written }) => {
    logLines();
    const wanted = await everyList(billing, OWNER);
    changeClient({ [member]: written });
    expect(await everyList(billing, OWNER)).toEqual(wanted);
  });

  test.each(NONE)("a country that is %j is none; one that stands beside it is taken", async (written) => {
    changeClient({ countrycode: written });
    expect(answered(await billing.readAccount(OWNER)).country).toBe("CA");
    faults.clear();
    changeClient({ countrycode: written, country: written });
    expect(answered(await billing.readAccount(OWNER))).toMatchObject({ country: null, currency: "CAD" });
  });

  test("its name is its company's, its person's, its address or its number", async () => {
    const nameWith = async (more: Row) => {
      faults.clear();
      changeClient(more);
      return answered(await billing.authorize(OWNER)).name;
    };
    const person = { companyname: "", fullname: null, firstname: "Ana", lastname: "" };
    expect(await nameWith({ companyname: "Studio", ...{ fullname: "Ana" } })).toBe("Studio");
    expect(await nameWith(person)).toBe("Ana");
    expect(await nameWith({ ...person, firstname: "", email: "a@b.example" })).toBe("a@b.example");
    expect(await nameWith({ ...person, firstname: "", email: "" })).toBe("#1001");
  });

  test("a currency without a code is the installation's of that number; with neither nothing is said in another", async () => {
    const lines = logLines();
    changeClient({ currency_code: "", currency: "3" });
    expect(answered(await billing.authorize(OWNER)).currency).toBe("USD");
    faults.clear();
    changeClient({ currency_code: "", currency: 0 });
    expect(await billing.authorize(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_answer_unread", at: ["currency_code"] }));
  });

  test("a credit that does not read is not shown as another; all else is", async () => {
    changeClient({ credit: "$12.00 CAD" });
    expect(await billing.readAccount(OWNER)).toMatchObject({ ok: false });
    expect(answered(await billing.listServices(OWNER, EVERYTHING)).items).not.toEqual([]);
  });

  test("whose users are not told, or who cannot be told apart, admits nobody and loses nobody", async () => {
    logLines();
    for (const users of [undefined, "?", { user: [{ id: "", email: "", is_owner: true }] }]) {
      faults.clear();
      changeClient({ users });
      expect(await billing.authorize(OWNER)).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
    }
  });
});

describe("rows with little in them", () => {
  test("a service of no product is a service of no plan of the catalogue", async () => {
    changeRows("GetClientsProducts", "products", "product", { pid: "0", domain: "", translated_name: null });
    for (const { planId, line, plan, domain } of answered(await billing.listServices(OWNER, EVERYTHING)).items) {
      expect([planId, line, domain]).toEqual([null, null, null]);
      expect(plan).not.toBe("");
    }
  });

  test.each(NONE)("an invoice whose currency is %j is in the account's", async (currencycode) => {
    changeRows("GetInvoices", "invoices", "invoice", { currencycode });
    const { items } = answered(await billing.listInvoices(OWNER, ALL));
    expect(new Set(items.map(({ currency }) => currency))).toEqual(new Set(["CAD"]));
  });

  test("a rate that is not told is missed where there is a tax alone", async () => {
    logLines();
    const wanted = answered(await billing.listInvoices(OWNER, ALL)).items;
    changeRows("GetInvoices", "invoices", "invoice", { tax2: "0.00", taxrate2: "" });
    expect(answered(await billing.listInvoices(OWNER, ALL)).items.map(({ id }) => id)).toEqual(
      wanted.map(({ id }) => id),
    );
    faults.clear();
    changeRows("GetInvoices", "invoices", "invoice", { tax2: "1.00", taxrate2: null });
    expect(answered(await billing.listInvoices(OWNER, ALL)).items).toEqual([]);
  });

  test.each(["Waiting for (you)", "À traiter", "on-hold!"])("a status of tickets of one's own: %s", async (status) => {
    for (const ticket of state.tickets) ticket.status = status;
    const [ticket] = answered(await billing.listTickets(OWNER, ALL)).items;
    expect(ticket?.status).toMatch(/^[\p{L}\p{N}]+(_[\p{L}\p{N}]+)*$/u);
  });

  test("a ticket without a status is left out, and logged", async () => {
    const lines = logLines();
    for (const ticket of state.tickets) ticket.status = "";
    expect(answered(await billing.listTickets(OWNER, ALL)).items).toEqual([]);
    expect(lines).toContainEqual(expect.objectContaining({ event: "billing_row_unread", action: "GetTickets" }));
  });

  test("a request to cancel in words that are not known says nothing of when", async () => {
    const lines = logLines();
    for (const cancellation of state.cancellations) Object.assign(cancellation, { type: "Sometime" });
    await whmcs.runScheduledWork();
    const { items } = answered(await billing.listServices(OWNER, EVERYTHING));
    expect(items.filter(({ cancellation }) => cancellation !== null)).toEqual([]);
    expect(lines).toContainEqual(expect.objectContaining({ action: "GetCancelledPackages" }));
  });

  test("an extension that is not sold so keeps its other prices; a free product needs none", async () => {
    const change = (members: Row) => {
      const pricing = members.pricing as Record<string, Row>;
      return { ...members, pricing: { ...pricing, ca: { ...pricing.ca, register: [], transfer: null } } };
    };
    faults.plan({ kind: "changed", change }, { action: "GetTLDPricing" });
    const free = { paytype: "free", pricing: [], stockcontrol: null, quantity_available: -3 };
    changeRows("GetProducts", "products", "product", free);
    await whmcs.runScheduledWork();
    const { plans, extensions } = answered(await billing.readCatalogue(CALL, { currency: "CAD", language: "en" }));
    expect(extensions.some(({ tld }) => tld === ".ca")).toBe(false);
    expect(extensions.some(({ tld }) => tld === ".com")).toBe(true);
    expect(new Set(plans.flatMap(({ prices }) => prices.map(({ billingCycle }) => billingCycle)))).toEqual(
      new Set(["free"]),
    );
    const status = { status: "Redemption", name: "studio-ana.ca" };
    const [domain] = state.domains.filter(({ clientId }) => clientId === 1001);
    Object.assign(domain ?? {}, status, { amount: 2_000 });
    const { items } = answered(await billing.listDomains(OWNER, EVERYTHING));
    expect(items.find(({ id }) => id === domain?.id)?.renewalPrice).toBe(14_000);
  });
});

describe("the language of mails", () => {
  const readLanguage = async () => answered(await whmcs.again().billing.readRecipients(OWNER)).owner?.language;
  const setClient = (language: string) => {
    for (const client of state.clients) if (client.id === 1001) client.language = language;
  };

  test("is that of the own last sign-in, whatever the account's is", async () => {
    setClient("english");
    await signedIn("fr");
    expect(await readLanguage()).toBe("fr");
  });

  test("is the account's for an owner who never signed in, and the installation's where it has none", async () => {
    setClient("french");
    expect(await readLanguage()).toBe("fr");
    setClient("german");
    expect(await readLanguage()).toBe("en");
    setClient("");
    expect(await readLanguage()).toBe("en");
    installation.settings.Language = "french";
    await whmcs.runScheduledWork();
    expect(await readLanguage()).toBe("fr");
  });
});
