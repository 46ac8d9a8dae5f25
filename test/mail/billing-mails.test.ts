import { describe, expect, test } from "vitest";
import type { Mail, MailTransport } from "../../shared/mail/mailer.ts";
import { Mailer } from "../../shared/mail/mailer.ts";
import type { BillingMails } from "../../workers/billing/mails/billing-mails.ts";
import { SentMails } from "../../workers/billing/mails/sent-mails.ts";

const CODE = "canary-7Qx! transfer:code with spaces, longer than any line of a mail may be as it is wrapped";
const OWNER = { email: "owner@maple.example", language: "en" } as const;
const FRENCH = { email: "contact@maple.example", language: "fr" } as const;
const INVOICE = { id: 6400, number: "2026-6400", total: 2068, currency: "CAD", dueOn: "2026-12-04" };

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
  return { sent, mails: new SentMails(mailer, clientArea) };
}

const EVERY: Record<string, (mails: BillingMails, to: typeof OWNER | typeof FRENCH) => Promise<void>> = {
  transferCode: (mails, to) => mails.transferCode(to, { domain: "studio-ana.ca", code: CODE }),
  unlocked: (mails, to) => mails.unlocked(to, { domain: "studio-ana.ca" }),
  nameserversChanged: (mails, to) =>
    mails.nameserversChanged(to, { domain: "studio-ana.ca", nameservers: ["ns1.example.net", "ns2.example.net"] }),
  orderPlaced: (mails, to) =>
    mails.orderPlaced(to, { operation: "orderDomain", orderId: 77, subject: "studio-ana.ca", invoice: INVOICE }),
  orderRefused: (mails, to) =>
    mails.orderRefused(to, {
      orderId: 77,
      kind: "transfer",
      domain: "studio-ana.ca",
      reason: "The name is locked against transfers.",
      invoice: INVOICE,
    }),
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
    expect(sent[0]?.text.includes("client area")).toBe(kind === "orderPlaced" && to.language === "en");
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
    unlocked: (own: BillingMails, domain: string) => own.unlocked(OWNER, { domain }),
    nameserversChanged: (own: BillingMails, domain: string) =>
      own.nameserversChanged(OWNER, { domain, nameservers: ["ns1.example.net"] }),
    orderPlaced: (own: BillingMails, subject: string) =>
      own.orderPlaced(OWNER, { operation: "orderDomain", orderId: 77, subject, invoice: INVOICE }),
    orderRefused: (own: BillingMails, domain: string) =>
      own.orderRefused(OWNER, { orderId: 77, kind: "register", domain, reason: "No.", invoice: INVOICE }),
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
  const free = { orderId: 78, kind: "register", domain: "gratis.com", reason: "No.", invoice: null } as const;
  await own.orderRefused(OWNER, free);
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
  await own.orderPlaced(OWNER, { operation: "orderPlan", orderId: 78, subject: "web-start", invoice: null });
  expect(sent[1]?.text).toContain("There is nothing to pay.");
  await own.orderPlaced(FRENCH, { operation: "orderPlan", orderId: 79, subject: "web-start", invoice: null });
  for (const free of [sent[1], sent[2]]) expect(free?.text).not.toMatch(/invoice|facture|once it is paid/);
});

test("a log of what was not sent names the kind of mail alone", async () => {
  const lines: string[] = [];
  const before = console.error;
  console.error = (line: string) => lines.push(line);
  try {
    await EVERY.transferCode?.(mails({ fails: true }).mails, OWNER).catch(() => undefined);
  } finally {
    console.error = before;
  }
  expect(lines).toEqual(['{"event":"mail_failed","mail":"transfer_code","code":"Error"}']);
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
