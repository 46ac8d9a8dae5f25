import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Mail, MailTransport } from "../../../shared/mail/mailer.ts";
import { Mailer } from "../../../shared/mail/mailer.ts";
import type { BillingMails, Notice } from "../../../workers/billing/engine/mails/billing-mails.ts";
import { sentMails } from "../../../workers/billing/engine/mails/sent-mails.ts";

// Whatever waits goes on at once, and the clock with it.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

const CODE = "canary-7Qx! transfer:code with spaces, longer than any line of a mail may be as it is wrapped";
const OWNER = { email: "owner@maple.example", language: "en" } as const;
const FRENCH = { email: "contact@maple.example", language: "fr" } as const;
const INVOICE = { id: 6400, number: "2026-6400", total: 2068, currency: "CAD", dueOn: "2026-12-04" };

const REFUSED = {
  orderId: 77,
  order: "transfer",
  subject: "studio-ana.ca",
  reason: "The name is locked against transfers.",
} as const;

/** The mails with a transport that keeps them, or that fails. */
function mails({ from = "no-reply@maple.example", clientArea = null as string | null, fails = false } = {}) {
  const sent: Mail[] = [];
  const transport: MailTransport = {
    async send(mail) {
      if (fails) throw new Error(`not sent: ${JSON.stringify(mail)}`);
      sent.push(mail);
    },
  };
  const mailer = new Mailer(transport, { MAIL_FROM: from, BRAND_NAME: "Maple Hosting" });
  return { sent, mails: sentMails(mailer, clientArea) };
}

const EVERY: Record<string, (mails: BillingMails, to: typeof OWNER | typeof FRENCH) => Promise<void>> = {
  transferCode: (mails, to) => mails.transferCode(to, { domain: "studio-ana.ca", code: CODE }),
  unlocked: (mails, to) => mails.notices(to, [{ kind: "unlocked", domain: "studio-ana.ca" }]),
  nameserversChanged: (mails, to) =>
    mails.notices(to, [
      {
        kind: "nameserversChanged",
        domain: "studio-ana.ca",
        before: ["ns1.maple.example"],
        nameservers: ["ns1.example.net", "ns2.example.net"],
      },
    ]),
  orderPlaced: (mails, to) =>
    mails.notices(to, [
      { kind: "orderPlaced", order: "register", orderId: 77, subject: "studio-ana.ca", invoice: INVOICE },
    ]),
  orderRefused: (mails, to) => mails.notices(to, [{ kind: "orderRefused", ...REFUSED, invoice: INVOICE }]),
  autoRenewOff: (mails, to) =>
    mails.notices(to, [{ kind: "autoRenewOff", domain: "studio-ana.ca", expiresOn: "2027-06-20" }]),
  orderLapsed: (mails, to) =>
    mails.notices(to, [
      { kind: "orderLapsed", orderId: 77, order: "register", subject: "studio-ana.ca", invoice: INVOICE },
    ]),
};

describe.each(Object.entries(EVERY))("%s", (kind, send) => {
  test.each([OWNER, FRENCH])("is written to $email in $language", async (to) => {
    const { sent, mails: own } = mails({ clientArea: "https://desk.example/client-area" });
    await send(own, to);
    expect(sent.map((mail) => mail.to)).toEqual([to.email]);
    expect(sent[0]?.subject).toContain("studio-ana.ca");
    expect(sent[0]?.subject).not.toContain("canary");
    const path = kind.startsWith("order") ? "/invoices/6400" : "/domains/studio-ana.ca";
    expect(sent[0]?.text.split("\n")).toContain(`https://desk.example/client-area${path}`);
    const namesArea = ["orderPlaced", "nameserversChanged"].includes(kind) && to.language === "en";
    expect(sent[0]?.text.includes("client area")).toBe(namesArea);
  });

  test("that is not sent, or cannot be, is an error that says nothing of it", async () => {
    for (const broken of [mails({ fails: true }), mails({ from: "" })]) {
      const error = await send(broken.mails, OWNER).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toMatch(/canary|studio-ana|owner@/);
    }
  });
});

test.each(
  Object.entries({
    transferCode: (own: BillingMails, domain: string) => own.transferCode(OWNER, { domain, code: CODE }),
    unlocked: (own: BillingMails, domain: string) => own.notices(OWNER, [{ kind: "unlocked", domain }]),
    nameserversChanged: (own: BillingMails, domain: string) =>
      own.notices(OWNER, [{ kind: "nameserversChanged", domain, before: [], nameservers: ["ns1.example.net"] }]),
    orderPlaced: (own: BillingMails, subject: string) =>
      own.notices(OWNER, [{ kind: "orderPlaced", order: "register", orderId: 77, subject, invoice: INVOICE }]),
    orderRefused: (own: BillingMails, domain: string) =>
      own.notices(OWNER, [{ kind: "orderRefused", ...REFUSED, order: "register", subject: domain, invoice: INVOICE }]),
  }),
)("%s names an internationalised name as it is written, with its A-label in the text", async (_, send) => {
  const { sent, mails: own } = mails();
  await send(own, "xn--atelier-ana-montral-rzb.ca");
  expect(sent[0]?.subject).toContain("atelier-ana-montréal.ca");
  expect(sent[0]?.subject).not.toContain("xn--");
  expect(sent[0]?.text).toMatch(/atelier-ana-montréal\.ca\s\(xn--atelier-ana-montral-rzb\.ca\)/);
});

test("an order that was refused says why, and that the money came back as credit", async () => {
  const { sent, mails: own } = mails();
  await EVERY.orderRefused?.(own, FRENCH);
  const text = sent[0]?.text.replace(/\s+/g, " ") ?? "";
  expect(text).toContain("Motif indiqué : The name is locked against transfers.");
  expect(text).toContain("Le montant payé, 20,68 $ CA, a été porté au crédit de votre compte.");
  const free = { orderId: 78, order: "register", subject: "gratis.com", reason: "No.", invoice: null } as const;
  await own.notices(OWNER, [{ kind: "orderRefused", ...free }]);
  expect(sent[1]?.text).toContain("There was nothing to pay");
});

test("the transfer code stands alone on its line, as it is, and once", async () => {
  const { sent, mails: own } = mails();
  await own.transferCode(OWNER, { domain: "studio-ana.ca", code: CODE });
  const lines = sent[0]?.text.split("\n") ?? [];
  expect(lines.filter((line) => line.includes("canary"))).toEqual([CODE]);
});

test("an order says what is due and when, taxes included; or that nothing is", async () => {
  const { sent, mails: own } = mails();
  await EVERY.orderPlaced?.(own, FRENCH);
  expect(sent[0]?.text.replace(/\s+/g, " ")).toContain(
    "2026-6400 est à payer dans l’espace client : 20,68 $ CA, taxes comprises",
  );
  const plan = { kind: "orderPlaced", order: "plan", subject: "web-start", invoice: null } as const;
  await own.notices(OWNER, [{ ...plan, orderId: 78 }]);
  expect(sent[1]?.text).toContain("There is nothing to pay.");
  await own.notices(FRENCH, [{ ...plan, orderId: 79 }]);
  for (const free of [sent[1], sent[2]]) expect(free?.text).not.toMatch(/invoice|facture|once it is paid/);
});

test("a log of what was not sent names the kind of mail and where it failed alone", async () => {
  const lines: string[] = [];
  const before = console.error;
  console.error = (line: string) => lines.push(line);
  try {
    await EVERY.transferCode?.(mails({ fails: true }).mails, OWNER).catch(() => undefined);
  } finally {
    console.error = before;
  }
  const cause = { name: "Error", where: expect.stringMatching(/^at /) };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: "mail_failed", mail: "transfer_code", code: "Error", cause },
  ]);
  expect(lines[0]).not.toContain("@");
});

describe("codesGuessed", () => {
  const AT = Date.parse("2026-11-20T15:04:00Z");

  test.each([
    [OWNER, "Somebody seems to have your password", "20 Nov 2026, 15:04 (UTC)", "change your password"],
    [FRENCH, "Quelqu’un semble avoir votre mot de passe", "20 nov. 2026", "changez votre mot de passe"],
  ])("is written to the login, in its language", async (to, subject, at, advice) => {
    const { sent, mails: own } = mails({ clientArea: "https://desk.example/client-area" });
    await own.codesGuessed(to, { at: AT });
    expect(sent).toMatchObject([{ to: to.email, subject }]);
    const text = sent[0]?.text.replace(/\s+/g, " ");
    for (const part of [at, advice, "https://desk.example/client-area"]) expect(text).toContain(part);
  });
});

describe("a change of nameservers", () => {
  const change = (domain: string) => ({
    kind: "nameserversChanged" as const,
    domain,
    before: ["ns1.maple.example", "ns2.maple.example"],
    nameservers: ["ns1.elsewhere.example"],
  });

  test.each([
    [OWNER, "Before:", "From now on:"],
    [FRENCH, "Auparavant :", "Désormais :"],
  ])("to $0.email names the servers of before, and where they are set back", async (to, before, now) => {
    const { sent, mails: own } = mails({ clientArea: "https://desk.example/client-area" });
    await own.notices(to, [change("studio-ana.ca")]);
    const text = (sent[0]?.text ?? "").replaceAll("\u00a0", " ").replaceAll("\u202f", " ");
    expect(text).toContain(`${now}\n- ns1.elsewhere.example\n\n${before}\n- ns1.maple.example\n- ns2.maple.example`);
    expect(text.split("\n")).toContain("https://desk.example/client-area/domains/studio-ana.ca");
  });

  test.each([OWNER, FRENCH])("of many names is one mail to $email that lists each", async (to) => {
    const { sent, mails: own } = mails({ clientArea: "https://desk.example/client-area" });
    await own.notices(to, [change("one.com"), change("two.com"), change("three.com")]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toMatch(/3/);
    for (const name of ["one.com", "two.com", "three.com"]) {
      expect(sent[0]?.text.split("\n")).toContain(`https://desk.example/client-area/domains/${name}`);
    }
    const advice = to === FRENCH ? "écrivez-nous." : "then write to us.";
    expect(sent[0]?.text.replace(/\s+/g, " ").split(advice), "what to do is said once").toHaveLength(2);
  });
});

test("a cancellation says what ends, when, and what is deleted", async () => {
  const { sent, mails: own } = mails();
  const service = { kind: "serviceCancelled", service: "Web Plus", site: "studio-ana.ca" } as const;
  await own.notices(OWNER, [{ ...service, when: "immediately", effectiveOn: "2026-11-20" }]);
  await own.notices(FRENCH, [{ ...service, when: "end_of_period", effectiveOn: "2026-12-07" }]);
  const [now, later] = sent.map(({ text }) => text.replace(/\s+/g, " "));
  expect(sent[0]?.subject).toBe("Cancellation of Web Plus (studio-ana.ca)");
  expect(now).toContain("was cancelled and ended on 20 November 2026");
  expect(now).toContain("is deleted");
  expect(later).toContain("fonctionne jusqu’au 7 décembre 2026, puis prend fin");
});

test("a plan change names the plans and the credit", async () => {
  const { sent, mails: own } = mails();
  const change = { kind: "planChanged", orderId: 77, before: "Web Max (studio-ana.ca)", plan: "Web Pro" } as const;
  await own.notices(OWNER, [{ ...change, credit: { amount: 6273, currency: "CAD" } }]);
  await own.notices(FRENCH, [{ ...change, credit: null }]);
  expect(sent[0]?.text.replace(/\s+/g, " ")).toContain("the plan of Web Max (studio-ana.ca) was changed to Web Pro");
  expect(sent[0]?.text).toContain("62.73");
  expect(sent[1]?.text.replace(/\s+/g, " ")).toContain("est devenu Web Pro");
});

test.each(["register", "transfer", "renew_domain", "plan", "renew_service", "plan_change"] as const)(
  "an order of the kind %s that lapsed or was refused has its words in both languages",
  async (order) => {
    const { sent, mails: own } = mails();
    for (const to of [OWNER, FRENCH]) {
      await own.notices(to, [{ kind: "orderLapsed", orderId: 77, order, subject: "a.com", invoice: INVOICE }]);
      await own.notices(to, [{ kind: "orderRefused", ...REFUSED, order, invoice: INVOICE }]);
    }
    expect(sent).toHaveLength(4);
    for (const { subject, text } of sent) expect(subject + text).not.toMatch(/undefined|\[object/);
  },
);

describe("notices of one mail about the same name", () => {
  const changed = (domain: string, before: string, after: string): Notice => ({
    kind: "nameserversChanged",
    domain,
    before: [before],
    nameservers: [after],
  });

  test("are one, from what it had first to what it has last", async () => {
    const { sent, mails: own } = mails();
    await own.notices(OWNER, [
      changed("a.com", "ns1.first.example", "ns1.second.example"),
      changed("a.com", "ns1.second.example", "ns1.third.example"),
    ]);
    expect(sent[0]?.subject).toBe("The nameservers of a.com were changed");
    expect(sent[0]?.text).toMatch(/From now on:\s+\S*\s*ns1\.third\.example\s+Before:\s+\S*\s*ns1\.first\.example/);
    expect(sent[0]?.text).not.toContain("second");
  });

  test.each([
    [OWNER, "2 domain names no longer renew by themselves", "2 domain names were unlocked"],
    [FRENCH, "2 noms de domaine ne se renouvellent plus", "2 noms de domaine ont été déverrouillés"],
  ])("count once for $email", async (to, renewals, unlocked) => {
    const { sent, mails: own } = mails();
    const off = (domain: string): Notice => ({ kind: "autoRenewOff", domain, expiresOn: null });
    await own.notices(to, [off("a.com"), off("b.com"), off("a.com"), off("a.com")]);
    const open = (domain: string): Notice => ({ kind: "unlocked", domain });
    await own.notices(to, [open("a.com"), open("a.com"), open("b.com")]);
    expect(sent[0]?.subject).toContain(renewals);
    expect(sent[1]?.subject).toContain(unlocked);
    for (const { text } of sent) expect(text.match(/^— .*a\.com/gm)).toHaveLength(1);
  });

  test("are each told of where they are orders", async () => {
    const { sent, mails: own } = mails();
    const change = (orderId: number): Notice => ({
      kind: "planChanged",
      orderId,
      before: "Web",
      plan: "Pro",
      credit: null,
    });
    await own.notices(OWNER, [change(1), change(2), change(3)]);
    expect(sent[0]?.subject).toBe("3 changes of plan");
  });
});
