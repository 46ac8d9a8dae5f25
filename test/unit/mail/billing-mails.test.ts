import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Mail, Mailer, type MailTransport } from "../../../shared/mail/mailer.ts";
import type { ZoneRecord } from "../../../shared/zones-contract/zone-system.ts";
import { type BillingMails, type Notice, sentMails } from "../../../workers/billing/engine/mails/sent-mails.ts";

// Whatever waits goes on at once, and the clock with it.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

const CODE = "canary-7Qx! transfer:code with spaces, longer than any line of a mail may be as it is wrapped";
const OWNER = { email: "owner@maple.example", language: "en" } as const;
const FRENCH = { email: "contact@maple.example", language: "fr" } as const;
type Recipient = typeof OWNER | typeof FRENCH;
const AREA = "https://desk.example/client-area";
const INVOICE = { id: 6400, number: "2026-6400", total: 2068, currency: "CAD", dueOn: "2026-12-04" };
const REASON = "The name is locked against transfers.";

/** The mails with a transport that keeps them, or that fails. */
function mails({ from = "no-reply@maple.example", clientArea = AREA as string | null, fails = false } = {}) {
  const sent: Mail[] = [];
  const transport: MailTransport = {
    async send(mail) {
      if (fails) throw new Error(`not sent: ${JSON.stringify(mail)}`);
      sent.push(mail);
    },
  };
  const mailer = new Mailer(transport, { MAIL_FROM: from, BRAND_NAME: "Maple Hosting", TIME_ZONE: "America/Toronto" });
  return { sent, mails: sentMails(mailer, clientArea) };
}

/** Without line ends and the spaces of French. */
const plain = (text = "") => text.replace(/\s+/g, " ");

/** The one mail that some notices make: its subject, its text, and that as one line. */
async function mailOf(to: Recipient, notices: Notice[], clientArea: string | null = null) {
  const { sent, mails: own } = mails({ clientArea });
  await own.notices(to, notices as [Notice, ...Notice[]]);
  expect(sent).toHaveLength(1);
  const { subject = "", text = "" } = sent[0] ?? {};
  return { subject, text, line: plain(text) };
}

const nameserversChanged = (domain: string, before: string[] | null, nameservers: string[]): Notice => ({
  kind: "nameserversChanged",
  ...{ domain, before, nameservers },
});
const ordered = (subject: string) => ({ order: "register", orderId: 77, subject, invoice: INVOICE }) as const;

/** Every kind of notice about a name. */
const NOTICES = {
  unlocked: (domain) => ({ kind: "unlocked", domain }),
  nameserversChanged: (domain) =>
    nameserversChanged(domain, ["ns1.maple.example"], ["ns1.example.net", "ns2.example.net"]),
  orderPlaced: (subject) => ({ kind: "orderPlaced", ...ordered(subject) }),
  orderRefused: (subject) => ({ kind: "orderRefused", ...ordered(subject), order: "transfer", reason: REASON }),
  autoRenewOff: (domain) => ({ kind: "autoRenewOff", domain, expiresOn: "2027-06-20" }),
  orderLapsed: (subject) => ({ kind: "orderLapsed", ...ordered(subject) }),
} satisfies Record<string, (name: string) => Notice>;
type Send = (mails: BillingMails, to: Recipient, name: string) => Promise<void>;
const EVERY: [kind: string, Send][] = [
  ["transferCode", (mails, to, domain) => mails.transferCode(to, { domain, code: CODE })],
  ...Object.entries(NOTICES).map(([kind, notice]): [string, Send] => [
    kind,
    (mails, to, name) => mails.notices(to, [notice(name)]),
  ]),
];

describe.each(EVERY)("%s", (kind, send) => {
  test.each([OWNER, FRENCH])("is written to $email in $language", async (to) => {
    const { sent, mails: own } = mails();
    await send(own, to, "studio-ana.ca");
    expect(sent.map((mail) => mail.to)).toEqual([to.email]);
    expect(sent[0]?.subject).toContain("studio-ana.ca");
    expect(sent[0]?.subject).not.toContain("canary");
    const path = kind.startsWith("order") ? "/invoices/6400" : "/domains/studio-ana.ca";
    expect(sent[0]?.text.split("\n")).toContain(AREA + path);
    const namesArea = ["orderPlaced", "nameserversChanged"].includes(kind) && to.language === "en";
    expect(sent[0]?.text.includes("client area")).toBe(namesArea);
  });

  test("that is not sent, or cannot be, is an error that says nothing of it", async () => {
    for (const broken of [mails({ fails: true }), mails({ from: "" })]) {
      const error = await send(broken.mails, OWNER, "studio-ana.ca").catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toMatch(/canary|studio-ana|owner@/);
    }
  });

  test("names an internationalised name as it is written, with its A-label in the text", async () => {
    const { sent, mails: own } = mails({ clientArea: null });
    await send(own, OWNER, "xn--atelier-ana-montral-rzb.ca");
    expect(sent[0]?.subject).toContain("atelier-ana-montréal.ca");
    expect(sent[0]?.subject).not.toContain("xn--");
    expect(sent[0]?.text).toMatch(/atelier-ana-montréal\.ca\s\(xn--atelier-ana-montral-rzb\.ca\)/);
  });
});

const PLACED = { kind: "orderPlaced", order: "plan", subject: "web-start", orderId: 78, invoice: null } as const;
const GRATIS = { order: "register", orderId: 78, subject: "gratis.com", reason: "No.", invoice: null } as const;
const CANCELLED = { kind: "serviceCancelled", service: "Web Plus", site: "studio-ana.ca" } as const;
const CHANGED = { kind: "planChanged", orderId: 77, before: "Web Max (studio-ana.ca)", plan: "Web Pro" } as const;
const CREDIT = { amount: 6273, currency: "CAD" } as const;

test.each<[what: string, Recipient, Notice, words: string[]]>([
  [
    "a refused order says why, and that the money came back as credit",
    FRENCH,
    NOTICES.orderRefused("studio-ana.ca"),
    [`Motif indiqué : ${REASON}`, "Le montant payé, 20,68 $ CA, a été porté au crédit de votre compte."],
  ],
  ["one that was free, too", OWNER, { kind: "orderRefused", ...GRATIS }, ["There was nothing to pay"]],
  [
    "an order says what is due and when, taxes included",
    FRENCH,
    NOTICES.orderPlaced("studio-ana.ca"),
    ["2026-6400 est à payer dans l’espace client : 20,68 $ CA, taxes comprises"],
  ],
  ["or that nothing is", OWNER, PLACED, ["There is nothing to pay."]],
  [
    "a cancellation says what ends, when, and what is deleted",
    OWNER,
    { ...CANCELLED, when: "immediately", effectiveOn: "2026-11-20" },
    ["was cancelled and ended on 20 November 2026", "is deleted"],
  ],
  [
    "one to the end of the period as well",
    FRENCH,
    { ...CANCELLED, when: "end_of_period", effectiveOn: "2026-12-07" },
    ["fonctionne jusqu’au 7 décembre 2026, puis prend fin"],
  ],
  [
    "a plan change names the plans and the credit",
    OWNER,
    { ...CHANGED, credit: CREDIT },
    ["the plan of Web Max (studio-ana.ca) was changed to Web Pro", "62.73"],
  ],
  ["or the plan alone", FRENCH, { ...CHANGED, credit: null }, ["est devenu Web Pro"]],
])("%s, to %o", async (_, to, notice, words) => {
  const { line } = await mailOf(to, [notice]);
  for (const part of words) expect(line).toContain(part);
});

test("an order that costs nothing names no invoice; a cancellation is called by its service and site", async () => {
  for (const to of [OWNER, FRENCH])
    expect((await mailOf(to, [PLACED])).text).not.toMatch(/invoice|facture|once it is paid/);
  const { subject } = await mailOf(OWNER, [{ ...CANCELLED, when: "immediately", effectiveOn: "2026-11-20" }]);
  expect(subject).toBe("Cancellation of Web Plus (studio-ana.ca)");
});

test("the transfer code stands alone on its line, as it is, and once", async () => {
  const { sent, mails: own } = mails();
  await own.transferCode(OWNER, { domain: "studio-ana.ca", code: CODE });
  const lines = sent[0]?.text.split("\n") ?? [];
  expect(lines.filter((line) => line.includes("canary"))).toEqual([CODE]);
});

test("a log of what was not sent names the kind of mail and where it failed alone", async () => {
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

test.each([
  [OWNER, "Somebody seems to have your password", "20 November 2026 at 10:04 GMT-5", "change your password"],
  [
    FRENCH,
    "Quelqu’un semble avoir votre mot de passe",
    "20 novembre 2026 à 10 h 04 UTC−5",
    "changez votre mot de passe",
  ],
])("codesGuessed is written to the login, in its language", async (to, subject, at, advice) => {
  const { sent, mails: own } = mails();
  await own.codesGuessed(to, { at: Date.parse("2026-11-20T15:04:00Z") });
  expect(sent).toMatchObject([{ to: to.email, subject }]);
  for (const part of [at, advice, AREA]) expect(plain(sent[0]?.text)).toContain(part);
});

describe("a change of nameservers", () => {
  const change = (domain: string) =>
    nameserversChanged(domain, ["ns1.maple.example", "ns2.maple.example"], ["ns1.elsewhere.example"]);

  test.each([
    [OWNER, "Before:", "From now on:"],
    [FRENCH, "Auparavant :", "Désormais :"],
  ])("to $0.email names the servers of before, and where they are set back", async (to, before, now) => {
    const mail = await mailOf(to, [change("studio-ana.ca")], AREA);
    const text = mail.text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ");
    expect(text).toContain(`${now}\n- ns1.elsewhere.example\n\n${before}\n- ns1.maple.example\n- ns2.maple.example`);
    expect(text.split("\n")).toContain(`${AREA}/domains/studio-ana.ca`);
  });

  test.each([
    [OWNER, [], "Before, it had none.", true],
    [FRENCH, [], "Auparavant, il n’en avait aucun.", true],
    [OWNER, null, "Its registrar did not say which it had before.", false],
    [FRENCH, null, "Son bureau d’enregistrement n’a pas dit lesquels il avait auparavant.", false],
  ])("to $0.email, from %j", async (to, before, words, canBeSetBack) => {
    const { line } = await mailOf(to, [nameserversChanged("studio-ana.ca", before, ["ns1.elsewhere.example"])]);
    expect(line).toContain(words);
    expect(/To set the servers of before|Pour rétablir/.test(line)).toBe(canBeSetBack);
  });

  test.each([OWNER, FRENCH])("of many names is one mail to $email that lists each", async (to) => {
    const names = ["one.com", "two.com", "three.com"];
    const { subject, text, line } = await mailOf(to, names.map(change), AREA);
    expect(subject).toMatch(/3/);
    for (const name of names) expect(text.split("\n")).toContain(`${AREA}/domains/${name}`);
    const advice = to === FRENCH ? "écrivez-nous." : "then write to us.";
    expect(line.split(advice), "what to do is said once").toHaveLength(2);
  });
});

describe("a change of DNS records", () => {
  const record = (name: string, type: ZoneRecord["type"], ...data: string[]): ZoneRecord => ({
    ...{ name, type, ttl: 300, data },
  });
  const change = (removed: ZoneRecord[], added: ZoneRecord[]): Notice => ({
    ...{ kind: "zoneChanged", domain: "studio-ana.ca", serviceId: 2101 },
    ...{ removed, added },
  });
  const [OLD, NEW] = [
    record("studio-ana.ca", "MX", "10", "mail.maple.example"),
    record("studio-ana.ca", "MX", "5", "mail.elsewhere.example"),
  ];

  test.each([
    [OWNER, "DNS records of studio-ana.ca were changed", "Removed:", "Added:", "To change it back, remove what was"],
    [FRENCH, "Des enregistrements DNS de studio-ana.ca ont été modifiés", "Retirés :", "Ajoutés :", "Pour revenir"],
  ])("to $0.email lists the records, how to change them back, and the service", async (to, subject, ...words) => {
    const mail = await mailOf(to, [change([OLD], [NEW])], AREA);
    const [removed, added, back] = words;
    const text = mail.text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ");
    expect(mail.subject).toBe(subject);
    expect(text).toContain(`${removed}\n- studio-ana.ca 300 MX 10 mail.maple.example\n\n${added}\n`);
    expect(text).toContain("- studio-ana.ca 300 MX 5 mail.elsewhere.example\n");
    expect(plain(text)).toContain(back);
    expect(text.split("\n")).toContain(`${AREA}/services/2101`);
  });

  test("has a heading for what there is alone", async () => {
    expect((await mailOf(OWNER, [change([], [NEW])])).text).not.toContain("Removed:");
    expect((await mailOf(OWNER, [change([OLD], [])])).text).not.toContain("Added:");
  });

  test("has no link, no control character and no second line from the text of a record", async () => {
    const hostile = 'Sign in at https://evil.example "now"\u202e\r\nSubject: urgent';
    const { text } = await mailOf(OWNER, [change([], [record("studio-ana.ca", "TXT", hostile, "a\\b")])]);
    expect(text).not.toMatch(/:\/\/|\u202e|\r|^Subject/m);
    expect(plain(text)).toContain(
      'TXT "Sign in at https: //evil.example \\"now\\"\\226\\128\\174\\013\\010Subject: urgent" "a\\\\b"',
    );
  });

  test("shows each space of a text that would be collapsed", async () => {
    const { text } = await mailOf(OWNER, [change([], [record("studio-ana.ca", "TXT", " a  b ", " ", "c d")])]);
    expect(plain(text)).toContain('TXT "\\032a \\032b\\032" "\\032" "c d"');
  });

  test("shows an internationalised name with its A-label", async () => {
    const { line } = await mailOf(OWNER, [change([], [record("www.xn--bcher-kva.example", "A", "192.0.2.1")])]);
    expect(line).toContain("www.bücher.example (www.xn--bcher-kva.example) 300 A 192.0.2.1");
  });

  test("is told of each time, even of one zone", async () => {
    const { subject, text } = await mailOf(OWNER, [change([], [OLD]), change([OLD], [NEW])], AREA);
    expect(subject).toBe("2 changes of DNS records");
    expect(text.match(/^— /gm)).toHaveLength(2);
  });
});

test.each(["register", "transfer", "renew_domain", "plan", "renew_service", "plan_change"] as const)(
  "an order of the kind %s that lapsed or was refused has its words in both languages",
  async (order) => {
    const about = { ...ordered("a.com"), order, reason: REASON };
    for (const to of [OWNER, FRENCH]) {
      for (const kind of ["orderLapsed", "orderRefused"] as const) {
        const { subject, text } = await mailOf(to, [{ kind, ...about }]);
        expect(subject + text).not.toMatch(/undefined|\[object/);
      }
    }
  },
);

describe("notices of one mail about the same name", () => {
  test("are one, from what it had first to what it has last", async () => {
    const [first = "", second = "", third = ""] = ["first", "second", "third"].map((name) => `ns1.${name}.example`);
    const changes = [nameserversChanged("a.com", [first], [second]), nameserversChanged("a.com", [second], [third])];
    const { subject, text } = await mailOf(OWNER, changes);
    expect(subject).toBe("The nameservers of a.com were changed");
    expect(text).toMatch(/From now on:\s+\S*\s*ns1\.third\.example\s+Before:\s+\S*\s*ns1\.first\.example/);
    expect(text).not.toContain("second");
  });

  test.each([
    [OWNER, "2 domain names no longer renew by themselves", "2 domain names were unlocked"],
    [FRENCH, "2 noms de domaine ne se renouvellent plus", "2 noms de domaine ont été déverrouillés"],
  ])("count once for $email", async (to, renewals, unlocked) => {
    const off = (domain: string): Notice => ({ kind: "autoRenewOff", domain, expiresOn: null });
    const open = (domain: string): Notice => ({ kind: "unlocked", domain });
    for (const [subject, mail] of [
      [renewals, await mailOf(to, ["a.com", "b.com", "a.com", "a.com"].map(off))],
      [unlocked, await mailOf(to, ["a.com", "a.com", "b.com"].map(open))],
    ] as const) {
      expect(mail.subject).toContain(subject);
      expect(mail.text.match(/^— .*a\.com/gm)).toHaveLength(1);
    }
  });

  test("are each told of where they are orders", async () => {
    const changes = [1, 2, 3].map((orderId): Notice => ({ ...CHANGED, orderId, credit: null }));
    expect((await mailOf(OWNER, changes)).subject).toBe("3 changes of plan");
  });
});
