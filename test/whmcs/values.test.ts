import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { keepLogin } from "../../workers/billing-whmcs/accounts/logins.ts";
import { ALL, answered, EVERYTHING, everyList, logLines, OWNER } from "./support/reading.ts";
import { startWhmcs, type TestWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const whmcs = await startWhmcs({ now: () => NOW });
const { billing, simulator } = whmcs;
const { state, faults } = simulator;
const stored = structuredClone(state);

afterAll(() => whmcs.stop());
afterEach(() => {
  vi.restoreAllMocks();
  faults.clear();
  Object.assign(state, structuredClone(stored));
});

type Row = Record<string, unknown>;

/** Changes every row of an action's list. */
function changeRows(action: string, container: string, item: string, change: (row: Row) => Row): void {
  const changed = (members: Row) => {
    const rows = (members[container] as Record<string, Row[]>)[item] ?? [];
    return { ...members, [container]: { [item]: rows.map(change) } };
  };
  faults.plan({ kind: "changed", change: changed }, { action });
}

const services = async () => answered(await billing.listServices(OWNER, EVERYTHING)).items;
const domains = async () => answered(await billing.listDomains(OWNER, EVERYTHING)).items;
const invoices = async () => answered(await billing.listInvoices(OWNER, ALL)).items;
const tickets = async () => answered(await billing.listTickets(OWNER, ALL)).items;

describe("dates (T11)", () => {
  const none = ["0000-00-00", "0000-00-00 00:00:00", "", null, "-0001-11-30", "-0001-11-30 00:00:00"];

  test.each(none)("%j is none", async (written) => {
    const dates = { nextduedate: written, expirydate: written, regdate: written };
    changeRows("GetClientsProducts", "products", "product", (row) => ({ ...row, ...dates }));
    changeRows("GetClientsDomains", "domains", "domain", (row) => ({ ...row, ...dates }));
    changeRows("GetInvoices", "invoices", "invoice", (row) => ({ ...row, datepaid: written }));
    for (const { nextDueDate } of await services()) expect(nextDueDate).toBeNull();
    for (const { nextDueDate, expiresOn, registeredOn } of await domains()) {
      expect([nextDueDate, expiresOn, registeredOn]).toEqual([null, null, null]);
    }
    const paid = (await invoices()).filter(({ status }) => status === "paid");
    expect(paid.map(({ paidOn }) => paidOn)).toEqual(paid.map(() => null));
  });

  test.each(["2026-02-30", "2026-13-01", "20/05/2026", "tomorrow", "2026-5-1", 20_260_520, true, {}])(
    "a row with the date %j is left out",
    async (written) => {
      logLines();
      changeRows("GetClientsProducts", "products", "product", (row) => ({ ...row, nextduedate: written }));
      expect(await services()).toEqual([]);
    },
  );

  test.each(["2026-02-30 10:00:00", "2026-05-01 24:00:00", "2026-05-01 10:61:00", "2026-05-01", "10:00", 0])(
    "a ticket that was opened at %j is left out, and the others are not",
    async (written) => {
      logLines();
      const wanted = (await tickets()).slice(1);
      let rows = 0;
      const [first] = await tickets();
      changeRows("GetTickets", "tickets", "ticket", (row) => {
        rows++;
        return row.id === first?.id ? { ...row, date: written } : row;
      });
      expect(await tickets()).toEqual(wanted);
      expect(rows).toBeGreaterThan(1);
    },
  );
});

describe("times of the server's clock (T12)", () => {
  const zones = ["UTC", "America/Toronto", "Europe/Paris", "Asia/Kolkata", "Pacific/Auckland", "America/St_Johns"];
  /** Before, in and after the changes of clocks in Toronto, Paris and Auckland; none of them in an hour that repeats. */
  const instants = [
    "2026-03-08T06:59:59Z",
    "2026-03-08T07:00:00Z",
    "2026-03-29T00:59:59Z",
    "2026-03-29T01:00:00Z",
    "2026-04-04T12:59:59Z",
    "2026-07-01T12:00:00Z",
    "2026-09-26T13:59:59Z",
    "2026-09-26T14:00:00Z",
    "2026-10-25T02:00:00Z",
    "2026-11-01T07:00:00Z",
    "2026-12-31T23:59:59Z",
  ];

  test.each(zones)("in %s are the instants that they were", async (timeZone) => {
    const other = await startWhmcs({ timeZone, now: () => NOW });
    try {
      const ticket = other.simulator.state.tickets.find(({ clientId }) => clientId === 1001);
      other.simulator.state.tickets = instants.map((openedAt, index) => ({
        ...(ticket as NonNullable<typeof ticket>),
        ...{ id: 100 + index, openedAt, lastReplyAt: null },
      }));
      const { items } = answered(await other.billing.listTickets(OWNER, ALL));
      expect(items.map(({ openedAt }) => openedAt).toSorted()).toEqual(instants);
    } finally {
      await other.stop();
    }
  });

  test("a reply at the time of the opening is none", async () => {
    changeRows("GetTickets", "tickets", "ticket", (row) => ({ ...row, lastreply: row.date }));
    for (const { lastReplyAt } of await tickets()) expect(lastReplyAt).toBeNull();
  });

  test("an invoice is overdue from the day after, by the server's day", async () => {
    const at = (now: string) => startWhmcs({ timeZone: "America/Toronto", now: () => Date.parse(now) });
    const isOverdue = async (system: TestWhmcs) => {
      const invoice = system.simulator.state.invoices.find(({ clientId }) => clientId === 1001);
      Object.assign(invoice ?? {}, { issuedOn: "2026-05-01", dueOn: "2026-05-20", status: "Unpaid" });
      const { items } = answered(await system.billing.listInvoices(OWNER, { status: "unpaid", limit: 100 }));
      await system.stop();
      return items.find(({ id }) => id === invoice?.id)?.overdue;
    };
    expect(await isOverdue(await at("2026-05-21T03:59:00Z"))).toBe(false);
    expect(await isOverdue(await at("2026-05-21T04:00:00Z"))).toBe(true);
  });
});

describe("amounts (T10)", () => {
  test.each(["12.95", "12.950", "12.95000", 12.95, "0012.95"])("%j is 12.95", async (recurringamount) => {
    changeRows("GetClientsProducts", "products", "product", (row) => ({ ...row, recurringamount }));
    for (const { recurringPrice } of await services()) expect(recurringPrice).toBe(1295);
  });

  const refused = [
    "$12.95",
    "12.95 USD",
    "12,95",
    "1,234.00",
    "12.955",
    "",
    " ",
    null,
    "1e3",
    "0x10",
    "NaN",
    "∞",
    {},
    [],
  ];
  test.each(refused.map((written) => ({ written })))(
    "a row with the amount $written is left out: formatted text and guesses are none",
    async ({ written }) => {
      logLines();
      changeRows("GetClientsProducts", "products", "product", (row) => ({ ...row, recurringamount: written }));
      expect(await services()).toEqual([]);
    },
  );

  test("a total is before credit, with both taxes, and the balance is the invoice's own", async () => {
    const [unpaid] = state.invoices.filter(({ clientId, status }) => clientId === 1001 && status === "Unpaid");
    const taxes = [
      { rateThousandths: 5_000, amount: 500 },
      { rateThousandths: 9_975, amount: 998 },
    ];
    Object.assign(unpaid ?? {}, { subtotal: 10_000, taxes, credit: 1_000, paid: 250 });
    const shown = (await invoices()).find(({ id }) => id === unpaid?.id);
    expect(shown).toMatchObject({ subtotal: 10_000, total: 11_498, creditApplied: 1_000, balanceDue: 10_248 });
    expect(shown?.taxes).toEqual([
      { name: "GST", rate: 5, amount: 500 },
      { name: "QST", rate: 9.975, amount: 998 },
    ]);
  });

  test("an account in a currency of no catalogue", async () => {
    state.currencies.push({ id: 9, code: "GBP", prefix: "£", suffix: "", format: 4 });
    for (const client of state.clients) if (client.id === 1001) client.currency = "GBP";
    expect(answered(await billing.readAccount(OWNER)).currency).toBe("GBP");
    for (const { currency } of await invoices()) expect(currency).toBe("GBP");
  });

  test("a renewal in grace and in redemption takes the extension's fee; one that is switched off is none", async () => {
    const [domain] = state.domains.filter(({ clientId, status }) => clientId === 1001 && status === "Active");
    const tld = domain?.name.slice(domain.name.indexOf(".") + 1);
    const price = async (status: string, fees: { graceFee?: number | null; redemptionFee?: number | null }) => {
      for (const row of state.domains) if (row.id === domain?.id) Object.assign(row, { status, amount: 2_000 });
      for (const extension of state.extensions) {
        if (extension.tld !== tld) continue;
        for (const [name, fee] of Object.entries(fees))
          Object.assign(extension, { [name]: fee === null ? null : { CAD: fee } });
      }
      await whmcs.runScheduledWork();
      return (await domains()).find(({ id }) => id === domain?.id)?.renewalPrice;
    };
    expect(await price("Active", { graceFee: 500 })).toBe(2_000);
    expect(await price("Grace", { graceFee: 500 })).toBe(2_500);
    expect(await price("Grace", { graceFee: 0 })).toBe(2_000);
    expect(await price("Grace Period (Expired)", { graceFee: -100 })).toBeNull();
    expect(await price("Grace", { graceFee: null })).toBeNull();
    expect(await price("Redemption", { redemptionFee: 9_000 })).toBe(11_000);
    expect(await price("Redemption Period (Expired)", { redemptionFee: null })).toBeNull();
  });
});

describe("texts (T16)", () => {
  const written = `Tom & "Jerry's" <b>shop</b> &amp; co. – 5 > 4`;

  test("are as their author wrote them: entities are decoded once", async () => {
    for (const ticket of state.tickets) ticket.subject = written;
    for (const service of state.services) service.name = written;
    for (const client of state.clients) client.company = written;
    for (const department of state.departments) department.name = written;
    // Names of departments are read by the schedule, and kept for a while.
    await whmcs.runScheduledWork();
    const { items } = answered(await whmcs.again().billing.listTickets(OWNER, ALL));
    for (const { subject, department } of items) expect([subject, department]).toEqual([written, written]);
    for (const { plan } of await services()) expect(plan).toBe(written);
    expect(answered(await billing.readAccount(OWNER))).toMatchObject({ name: written, company: written });
  });

  test("are one line of what can be seen, and no longer than a reader needs", async () => {
    for (const ticket of state.tickets) ticket.subject = `a\r\n\u202Eb\u0000 ${"x".repeat(10_000)}`;
    for (const { subject } of await tickets()) {
      expect(subject.startsWith("a b x")).toBe(true);
      expect(subject.length).toBe(300);
    }
  });
});

describe("what is not known", () => {
  test.each(["Somehow", "", "active?"])(
    "a service, domain or invoice with the status %j is left out, and logged",
    async (status) => {
      const lines = logLines();
      for (const list of [state.services, state.domains, state.invoices]) for (const row of list) row.status = status;
      const { services: shown, domains: names, invoices: bills } = await everyList(billing, OWNER);
      expect([shown, names, bills]).toEqual([[], [], []]);
      expect(lines).toContainEqual(expect.objectContaining({ event: "billing_row_unread", action: "GetInvoices" }));
    },
  );

  test("a draft is left out, and is nothing to log", async () => {
    const lines = logLines();
    for (const invoice of state.invoices) invoice.status = "Draft";
    expect(await invoices()).toEqual([]);
    expect(lines).toEqual([]);
  });

  test("a cycle that is unknown leaves its service out; every spelling of a known one is the same", async () => {
    logLines();
    const cycleOf = async (billingCycle: string) => {
      for (const service of state.services) service.billingCycle = billingCycle;
      return (await services())[0]?.billingCycle;
    };
    expect(await cycleOf("Fortnightly")).toBeUndefined();
    for (const spelled of ["Semi-Annually", "semiannually", "Semi Annually"])
      expect(await cycleOf(spelled)).toBe("semiannually");
    for (const spelled of ["One Time", "One-Time", "onetime"]) expect(await cycleOf(spelled)).toBe("one_time");
    for (const spelled of ["Free Account", "Free", "free account"]) expect(await cycleOf(spelled)).toBe("free");
  });

  test("every status of a domain, as it is stored and as people are shown it", async () => {
    const statusOf = async (status: string) => {
      for (const domain of state.domains) domain.status = status;
      return (await domains())[0]?.status;
    };
    const statuses = {
      Pending: "pending",
      "Pending Registration": "pending_registration",
      "Pending Transfer": "pending_transfer",
      Active: "active",
      Grace: "grace",
      "Grace Period (Expired)": "grace",
      Redemption: "redemption",
      "Redemption Period (Expired)": "redemption",
      Expired: "expired",
      Cancelled: "cancelled",
      Fraud: "fraud",
      "Transferred Away": "transferred_away",
    };
    for (const [written, status] of Object.entries(statuses))
      expect([written, await statusOf(written)]).toEqual([written, status]);
  });

  test("members that no schema has change nothing, and members that are missing leave their row out", async () => {
    logLines();
    const wanted = await services();
    changeRows("GetClientsProducts", "products", "product", (row) => ({
      ...row,
      clients: [1],
      __proto__: { id: 1 },
      more: {},
    }));
    expect(await services()).toEqual(wanted);
    faults.clear();
    changeRows("GetClientsProducts", "products", "product", ({ translated_name: _, ...row }) => row);
    expect(await services()).toEqual(wanted);
    for (const member of ["id", "clientid", "pid", "status", "billingcycle", "nextduedate", "recurringamount"]) {
      faults.clear();
      changeRows("GetClientsProducts", "products", "product", ({ [member]: _, ...row }) => row);
      expect([member, await services()]).toEqual([member, []]);
    }
  });

  test("names in either of their forms are A-labels in lower case; what is no name is none", async () => {
    const names = {
      "BÜCHER.example": "xn--bcher-kva.example",
      "xn--BCHER-kva.Example": "xn--bcher-kva.example",
      "a&amp;b": null,
    };
    for (const [written, name] of Object.entries(names)) {
      changeRows("GetClientsProducts", "products", "product", (row) => ({ ...row, domain: written }));
      for (const { domain } of await services()) expect(domain).toBe(name);
      faults.clear();
    }
  });

  test("a domain that was ordered twice is shown once, as long as one of its rows is alive", async () => {
    const own = state.domains.filter(({ clientId, status }) => clientId === 1001 && status === "Active");
    const [domain] = own;
    if (!domain) throw new Error("the account has no active domain");
    state.domains.push({ ...domain, id: 88_001, status: "Cancelled" }, { ...domain, id: 88_002, status: "Fraud" });
    const shown = (await domains()).filter(({ name }) => name === domain.name);
    expect(shown.map(({ id }) => id)).toEqual([domain.id]);
    for (const row of state.domains) if (row.name === domain.name) row.status = "Cancelled";
    expect((await domains()).filter(({ name }) => name === domain.name)).toHaveLength(3);
  });
});

describe("a name with several rows", () => {
  const [domain] = stored.domains.filter(({ clientId, status }) => clientId === 1001 && status === "Active");
  const rowsOf = (...rows: [name: string, status: string][]) => {
    state.domains = rows.map(([name, status], index) => ({
      ...(domain as NonNullable<typeof domain>),
      ...{ id: 88_000 + index, name, status },
    }));
  };

  test("is one name in either form and any letters: what is over is left out", async () => {
    rowsOf(["Bücher.example", "Cancelled"], ["xn--bcher-kva.EXAMPLE", "Active"], ["BÜCHER.example", "Expired"]);
    expect((await domains()).map(({ id, name }) => [id, name])).toEqual([[88_001, "xn--bcher-kva.example"]]);
    for (const written of ["xn--bcher-kva.example", "example"]) {
      const list = { ...EVERYTHING, domain: written };
      expect(answered(await billing.listDomains(OWNER, list)).items.map(({ id }) => id)).toEqual([88_001]);
    }
  });

  test("is shown as often as it is alive, each row once through pages of one", async () => {
    rowsOf(["a.example", "Active"], ["a.example", "Pending Transfer"], ["a.example", "Fraud"], ["b.example", "Active"]);
    const list = { ...EVERYTHING, limit: 1 } as const;
    const first = answered(await billing.listDomains(OWNER, list));
    const second = answered(await billing.listDomains(OWNER, { ...list, after: first.next as never }));
    const third = answered(await billing.listDomains(OWNER, { ...list, after: second.next as never }));
    expect([first, second, third].map(({ items }) => items.map(({ id }) => id))).toEqual([
      [88_000],
      [88_001],
      [88_003],
    ]);
    expect(third.next).toBeNull();
  });
});

test("a login is remembered by its address alone", async () => {
  await keepLogin(whmcs.db, {
    ...{ id: 11, email: "owner@maple.example", language: "en" },
    clients: [{ id: 1001 }],
  });
  const row = await whmcs.db.prepare("SELECT * FROM logins").first();
  expect(row).toEqual({
    user_id: 11,
    email: "owner@maple.example",
    language: "en",
    account_ids: "[1001]",
  });
});
