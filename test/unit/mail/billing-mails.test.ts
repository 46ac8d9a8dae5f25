import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Mail, Mailer, type MailTransport } from "../../../shared/mail/mailer.ts";
import type { ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import type { Notice } from "../../../workers/billing/engine/mails/notice.ts";
import { type BillingMails, sentMails } from "../../../workers/billing/engine/mails/sent-mails.ts";
import { outlineOf } from "./html-outline.ts";

// Waits end immediately and advance the clock.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

const CODE = "canary-7Qx! transfer:code with spaces, longer than any line of a mail may be as it is wrapped";
const OWNER = { email: "owner@maple.example", language: "en" } as const;
const FRENCH = { email: "contact@maple.example", language: "fr" } as const;
const OPERATOR = "operator@maple.example";
const AREA = "https://desk.example/client-area";
const INVOICE = { id: 6400, number: "2026-6400", total: 2068, balance: 1068, currency: "CAD", dueOn: "2026-12-04" };
const REFUSED = { reason: "The name is locked against transfers.", credited: 1568 };

/** Creates the e-mails with a transport that records them or fails. */
function mails({
  from = "no-reply@maple.example",
  clientArea = AREA as string | null,
  newPassword = "/new-password" as string | null,
  fails = false,
} = {}) {
  const sent: Mail[] = [];
  const transport: MailTransport = {
    async send(mail) {
      if (fails) throw new Error(`not sent: ${JSON.stringify(mail)}`);
      sent.push(mail);
    },
  };
  const mailer = new Mailer(transport, {
    MAIL_FROM: from,
    BRAND_NAME: "Maple Hosting",
    BRAND_COLOUR: "#0b6e4f",
    TIME_ZONE: "America/Toronto",
  });
  return { sent, mails: sentMails(mailer, clientArea, newPassword, OPERATOR) };
}

const nameserversChanged = (domain: string, before: string[] | null, nameservers: string[]): Notice => ({
  kind: "nameserversChanged",
  ...{ domain, before, nameservers },
});
const ordered = (subject: string) => ({ order: "register", orderId: 77, subject, invoice: INVOICE }) as const;
const expiring = (domain: string) => ({
  ...{ domain, expiresOn: "2027-06-20", autoRenew: true, isCharged: false, invoice: "2026-6400", chargedOn: null },
});

const NOTICES = {
  unlocked: (domain) => ({ kind: "unlocked", domain }),
  nameserversChanged: (domain) =>
    nameserversChanged(domain, ["ns1.maple.example", "ns2.maple.example"], ["ns1.example.net", "ns2.example.net"]),
  orderPlaced: (subject) => ({ kind: "orderPlaced", isCharged: false, ...ordered(subject) }),
  orderRefused: (subject) => ({ kind: "orderRefused", ...ordered(subject), order: "transfer", ...REFUSED }),
  autoRenewOff: (domain) => ({ kind: "autoRenewOff", domain, expiresOn: "2027-06-20" }),
  autoRenewOn: (domain) => ({ kind: "autoRenewOn", domain }),
  orderLapsed: (subject) => ({ kind: "orderLapsed", ...ordered(subject) }),
  orderDone: (subject) => ({ kind: "orderDone", order: "register", subject, expiresOn: "2027-12-04" }),
  domainExpires: (domain) => ({ kind: "domainExpires", ...expiring(domain) }),
} satisfies Record<string, (name: string) => Notice>;

const GRATIS = {
  order: "register",
  orderId: 78,
  subject: "gratis.com",
  reason: "No.",
  credited: null,
  invoice: null,
} as const;
const CANCELLED = { kind: "serviceCancelled", service: "Web Plus", site: "studio-ana.ca" } as const;
const CHANGED = { kind: "planChanged", orderId: 77, before: "Web Max (studio-ana.ca)", plan: "Web Pro" } as const;
const ORDERS = ["register", "transfer", "renew_domain", "plan", "renew_service", "plan_change"] as const;

const record = (name: string, type: ZoneRecord["type"], ...data: string[]): ZoneRecord => ({
  ...{ name, type, ttl: 300, data },
});
const zoneChanged = (removed: ZoneRecord[], added: ZoneRecord[]): Notice => ({
  ...{ kind: "zoneChanged", domain: "studio-ana.ca", serviceId: 2101 },
  ...{ removed, added },
});
const [OLD, NEW] = [
  record("studio-ana.ca", "MX", "10", "mail.maple.example"),
  record("studio-ana.ca", "MX", "5", "mail.elsewhere.example"),
];

/** The notices of each e-mail, by what the e-mail is about. */
const MAILS: Record<string, Notice[]> = {
  ...Object.fromEntries(Object.entries(NOTICES).map(([kind, notice]) => [kind, [notice("studio-ana.ca")]])),
  "order without an invoice": [
    { kind: "orderPlaced", isCharged: false, order: "plan", subject: "web-start", orderId: 78, invoice: null },
  ],
  "free order refused": [{ kind: "orderRefused", ...GRATIS }],
  ...Object.fromEntries(
    ORDERS.flatMap((order) => [
      [`${order} refused`, [{ kind: "orderRefused", ...ordered("a.com"), order, ...REFUSED }]],
      [`${order} lapsed`, [{ kind: "orderLapsed", ...ordered("a.com"), order }]],
    ]),
  ),
  "name transferred": [{ kind: "orderDone", order: "transfer", subject: "studio-ana.ca", expiresOn: "2027-12-04" }],
  "plan ready": [{ kind: "orderDone", order: "plan", subject: "Web Plus (studio-ana.ca)", expiresOn: null }],
  ...Object.fromEntries(
    (["invoiceIssued", "invoiceDueSoon", "invoiceOverdue", "invoicePaid"] as const).flatMap((kind) => [
      [
        kind,
        [{ kind, invoice: INVOICE, about: { ...ordered("studio-ana.ca"), order: "renew_domain" }, chargedOn: null }],
      ],
      [`${kind} that no order made`, [{ kind, invoice: INVOICE, about: null, chargedOn: null }]],
    ]),
  ),
  ...Object.fromEntries(
    (["domainExpires", "domainExpired"] as const).flatMap((kind) => [
      [kind, [{ kind, ...expiring("studio-ana.ca") }]],
      [`${kind}, without an invoice`, [{ kind, ...expiring("studio-ana.ca"), invoice: null }]],
      [`${kind}, without auto-renewal`, [{ kind, ...expiring("studio-ana.ca"), autoRenew: false, invoice: null }]],
    ]),
  ),
  "name ordered, whose renewals are charged to a card": [
    { kind: "orderPlaced", isCharged: true, ...ordered("studio-ana.ca") },
  ],
  "invoiceIssued, charged to a card": [
    { kind: "invoiceIssued", invoice: INVOICE, about: null, chargedOn: "2026-12-04" },
  ],
  "domainExpires, charged to a card": [
    { kind: "domainExpires", ...expiring("studio-ana.ca"), isCharged: true, invoice: null },
  ],
  ...Object.fromEntries(
    (["domainExpires", "domainExpired"] as const).map((kind) => [
      `${kind}, whose invoice is charged to a card`,
      [{ kind, ...expiring("studio-ana.ca"), chargedOn: "2026-12-04" }],
    ]),
  ),
  "card not charged": [{ kind: "chargeFailed", invoiceId: 6400, number: "2026-6400", againOn: "2026-12-07" }],
  "card not charged at last": [{ kind: "chargeFailed", invoiceId: 6400, number: "2026-6400", againOn: null }],
  "two names expire": ["a.com", "b.com"].map((domain) => ({ kind: "domainExpires", ...expiring(domain) })),
  "service cancelled at once": [{ ...CANCELLED, when: "immediately", effectiveOn: "2026-11-20" }],
  "service cancelled to the end": [{ ...CANCELLED, when: "end_of_period", effectiveOn: "2026-12-07" }],
  "plan changed with credit": [{ ...CHANGED, credit: { amount: 6273, currency: "CAD" } }],
  "plan changed": [{ ...CHANGED, credit: null }],
  "details changed": [{ kind: "detailsChanged" }],
  "account closed": [{ kind: "accountClosed", account: "Studio Ana" }],
  "first nameservers": [nameserversChanged("studio-ana.ca", [], ["ns1.elsewhere.example"])],
  "nameservers from unknown ones": [nameserversChanged("studio-ana.ca", null, ["ns1.elsewhere.example"])],
  "zone changed": [zoneChanged([OLD], [NEW])],
  "records added": [zoneChanged([], [NEW])],
  "records removed": [zoneChanged([OLD], [])],
  "one zone twice": [zoneChanged([], [OLD]), zoneChanged([OLD], [NEW])],
  "nameservers of three names": ["one.com", "two.com", "three.com"].map(NOTICES.nameserversChanged),
  "auto-renewal of two names, one of them three times": ["a.com", "b.com", "a.com", "a.com"].map(NOTICES.autoRenewOff),
  "two names unlocked, one of them twice": ["a.com", "a.com", "b.com"].map(NOTICES.unlocked),
  "three changes of plan": [1, 2, 3].map((orderId) => ({ ...CHANGED, orderId, credit: null })),
  "nameservers of one name twice": [
    nameserversChanged("a.com", ["ns1.first.example"], ["ns1.second.example"]),
    nameserversChanged("a.com", ["ns1.second.example"], ["ns1.third.example"]),
  ],
};

const AT = Date.parse("2026-11-20T15:04:00Z");

test.each([OWNER, FRENCH])(
  "every e-mail in $language matches the committed text (`npm test -- billing-mails -u` updates it)",
  async (to) => {
    const { sent, mails: own } = mails();
    await own.transferCode(to, { domain: "studio-ana.ca", code: CODE });
    await own.codesGuessed(to, { at: AT });
    for (const notices of Object.values(MAILS)) await own.notices(to, notices as [Notice, ...Notice[]]);
    for (const purpose of ["sign_up", "new_password", "new_email"] as const)
      await own.code(to, { purpose, code: "481516" });
    await own.accountExists(to);
    await own.passwordChanged(to, { at: AT, connectionsEnded: false });
    for (const kind of ["secondStepOn", "secondStepOff"] as const) await own.loginChanged(to, { kind }, AT);
    await own.loginChanged(to, { kind: "recoveryCodeUsed", left: 9 }, AT);
    await own.loginChanged(to, { kind: "emailChanged", email: "nina@new.example", token: "token" }, AT);
    const changes = ["second step on", "second step off", "recovery code used", "address changed"];
    const codes = [
      "code of a sign-up",
      "code for a new password",
      "code for a new address",
      "account exists",
      "password changed",
    ];
    const titles = ["transfer code", "codes guessed", ...Object.keys(MAILS), ...codes, ...changes];
    expect(sent.map((mail) => mail.to)).toEqual(titles.map(() => to.email));
    const shown = (mail: Mail) => `Subject: ${mail.subject}\nHTML: ${outlineOf(mail)}\n\n${mail.text}`;
    const text = sent.map((mail, at) => `## ${titles[at]}\n\n${shown(mail)}`).join("\n");
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    await expect(text).toMatchFileSnapshot(`texts/billing-mails.${to.language}.txt`);
  },
);

test("the operator gets an e-mail about plans that wait to be set up", async () => {
  const { sent, mails: own } = mails();
  await own.setUpsWait?.({ count: 2, hours: 1 });
  expect(sent).toMatchObject([
    {
      to: OPERATOR,
      subject: "2 services wait to be set up",
      text: expect.stringMatching(
        /ended on a\s+server\. The oldest has waited for 1 hour\.[\s\S]*npm run operate -- set-ups/,
      ),
    },
  ]);
});

test.each<[kind: string, send: (mails: BillingMails, name: string) => Promise<void>]>([
  ["transferCode", (mails, domain) => mails.transferCode(OWNER, { domain, code: CODE })],
  ...Object.entries(NOTICES).map(([kind, notice]): [string, (mails: BillingMails, name: string) => Promise<void>] => [
    kind,
    (mails, name) => mails.notices(OWNER, [notice(name)]),
  ]),
])("%s reveals no content if it fails, and shows an internationalized domain in its own script", async (_, send) => {
  for (const broken of [mails({ fails: true }), mails({ from: "" })]) {
    const error = await send(broken.mails, "studio-ana.ca").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toMatch(/canary|studio-ana|owner@/);
  }
  const { sent, mails: own } = mails({ clientArea: null });
  expect(own.canUndo).toBe(false);
  await send(own, "xn--atelier-ana-montral-rzb.ca");
  expect(sent[0]?.subject).toContain("atelier-ana-montréal.ca");
  expect(sent[0]?.subject).not.toMatch(/xn--|canary/);
  expect(sent[0]?.text).toMatch(/atelier-ana-montréal\.ca\s\(xn--atelier-ana-montral-rzb\.ca\)/);
});

test("the log of an unsent e-mail contains only its kind and the location of the failure in the code", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { mails: own } = mails({ fails: true });
  await own.transferCode(OWNER, { domain: "studio-ana.ca", code: CODE }).catch(() => undefined);
  const lines = error.mock.calls.map(([line]) => String(line));
  error.mockRestore();
  const cause = { name: "Error", where: expect.stringMatching(/^at /) };
  const logged = { event: "mail_failed", mail: "transfer_code", code: "Error", cause };
  expect(lines.map((line) => JSON.parse(line))).toEqual([logged]);
  expect(lines[0]).not.toContain("@");
});

test.each<[what: string, added: ZoneRecord, shown: string]>([
  [
    "no link, no control character and no second line",
    record("studio-ana.ca", "TXT", 'Sign in at https://evil.example "now"\u202e\r\nSubject: urgent', "a\\b"),
    'TXT "Sign in at https: //evil.example \\"now\\"\\226\\128\\174\\013\\010Subject: urgent" "a\\\\b"',
  ],
  [
    "each space that would be collapsed",
    record("studio-ana.ca", "TXT", " a  b ", " ", "c d"),
    'TXT "\\032a \\032b\\032" "\\032" "c d"',
  ],
  [
    "an internationalised name with its A-label",
    record("www.xn--bcher-kva.example", "A", "192.0.2.1"),
    "www.bücher.example (www.xn--bcher-kva.example) 300 A 192.0.2.1",
  ],
])("a DNS record in an e-mail shows %s", async (_, added, shown) => {
  const { sent, mails: own } = mails({ clientArea: null });
  await own.notices(OWNER, [zoneChanged([], [added])]);
  const { text = "" } = sent[0] ?? {};
  expect(text).not.toMatch(/:\/\/|\u202e|\r|^Subject/m);
  expect(text.replace(/\s+/g, " ")).toContain(shown);
});

test("without a known page for a new password, the button opens the client area and has that label", async () => {
  const { sent, mails: own } = mails({ newPassword: null });
  await own.codesGuessed(OWNER, { at: 0 });
  await own.codesGuessed(FRENCH, { at: 0 });
  const words = ["Open the client area", "Ouvrir l’espace client"];
  words.forEach(
    (label, at) => void expect(sent[at]?.text).toContain(`${label}\n${AREA}?lang=${at === 0 ? "en" : "fr"}\n`),
  );
  expect(sent[0]?.text).not.toContain("Choose a new password");
});
