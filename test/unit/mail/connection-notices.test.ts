import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Agreement } from "../../../durable-objects/connection/connection-port.ts";
import { type Mail, Mailer } from "../../../shared/mail/mailer.ts";
import { mailNotices } from "../../../workers/account/mail/notices.ts";
import { LOGINS } from "../../billing-contract/questions.ts";
import { seededBilling } from "../../engine/support/seeded-billing.ts";
import { sampleAgreement } from "../../support/sample-agreement.ts";
import { outlineOf } from "./html-outline.ts";

const OWNER = "owner@maple.example";
const CONTACT = "contact@maple.example";
const FROM = { name: "Maple Hosting", email: "no-reply@maple.example" };
const EVERY_SCOPE: Agreement["scopes"] = ["account:read", "billing:write", "domains:write"];
const END = { at: "2026-11-21T00:00:00.000Z" };
const REASONS = ["access_lost", "refresh_token_reused", "code_reused", "used_in_two_places", "expired"] as const;

const { billing, sql } = await seededBilling();
let sent: (Mail & { from: typeof FROM })[];
let attempts: number;

// A second attempt waits first. Here the wait ends immediately and moves the clock.
beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode("nextTimerAsync");
  sent = [];
  attempts = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Creates the notices of a provider.
 * @param refusals in the options, the number of attempts that the mail binding refuses
 */
function notices({
  refusals = 0,
  brand = FROM.name,
  sender = FROM.email,
  mailer = Mailer,
  hasZones = false,
  timeZone = "UTC",
  add = async () => {},
} = {}): ReturnType<typeof mailNotices> {
  const send = async (message: (typeof sent)[number]) => {
    if (++attempts <= refusals) {
      throw Object.assign(new Error(`no mail to ${message.to}`), { code: "E_SENDER_NOT_VERIFIED" });
    }
    sent.push(message);
  };
  return mailNotices(
    billing,
    new mailer({ send }, { MAIL_FROM: sender, BRAND_NAME: brand, BRAND_COLOUR: "#0b6e4f", TIME_ZONE: timeZone }),
    async () => hasZones,
    async ({ pages }) => `${pages}/client-area/new-password`,
    {
      add,
    },
  );
}

/** Returns an agreement between the owner of account 1001 and an application with a known origin. */
function agreed(changes: Partial<Agreement> = {}): Agreement {
  return sampleAgreement("0000000000000000000001", {
    name: "Atlas Assistant",
    application: "https://atlas.example/client.json",
    origin: { kind: "verified", domain: "atlas.example" },
    returnsTo: "app.atlas.example",
    loginId: LOGINS.owner,
    scopes: ["account:read"],
    madeAt: "2026-11-20T14:05:09.000Z",
    pages: "https://desk.maple.example",
    ...changes,
  });
}

/** Returns an agreement that a contact made on a French page. */
const byContact = (changes: Partial<Agreement> = {}) =>
  agreed({ loginId: LOGINS.contact, contact: { email: CONTACT, language: "fr" }, ...changes });

/** The agreement of an API token with which the owner's program may renew domains. */
const API_TOKEN = agreed({
  name: "Nightly backup",
  origin: { kind: "token", prefix: "fdk_Ab3d", lastFour: "9xYz" },
  returnsTo: null,
  scopes: ["account:read", "billing:write"],
  operations: ["renewDomain"],
  endsAt: "2026-12-20T14:05:09.000Z",
});

/** Returns this test's e-mails with their wrapped lines joined. */
function mails() {
  const flowing = ({ text }: Mail) => text.replaceAll(/(?<!\n)\n(?!\n|- )/g, " ").replaceAll("  ", " ");
  return sent.map((mail) => ({ ...mail, flow: flowing(mail) }));
}

function mailTo(address: string) {
  const found = mails().filter(({ to }) => to === address);
  expect(found).toHaveLength(1);
  return found[0] as (typeof found)[number];
}

/** Returns the only e-mail and checks that it goes to the owner. */
function only() {
  expect(sent.map(({ to }) => to)).toEqual([OWNER]);
  return mailTo(OWNER);
}

type Send = (mails: ReturnType<typeof notices>, withZones: ReturnType<typeof notices>) => Promise<void>;
const DOMAIN = { kind: "domain", name: "studio-ana.ca" } as const;
const SERVICE = { kind: "service", id: 2001 } as const;

/**
 * Every e-mail about a connection. For a contact's connection, the contact gets a French e-mail, and the owner gets an
 * English one.
 */
const MAILS: Record<string, Send> = {
  made: (mails) => mails.connectionMade(agreed({ scopes: ["account:read", "billing:write"] })),
  "made by a contact": (mails) => mails.connectionMade(byContact()),
  "made by a contact who may do little": (mails) => mails.connectionMade(byContact({ scopes: EVERY_SCOPE })),
  "made by a contact, for a domain name": (mails) =>
    mails.connectionMade(byContact({ scopes: EVERY_SCOPE, limit: DOMAIN, limitName: "studio-ana.ca" })),
  "made for a domain name": (mails) =>
    mails.connectionMade(agreed({ scopes: EVERY_SCOPE, limit: DOMAIN, limitName: "studio-ana.ca" })),
  "made for a service": (mails) =>
    mails.connectionMade(agreed({ scopes: EVERY_SCOPE, limit: SERVICE, limitName: "Web Plus (studio-ana.ca)" })),
  "made by a program that registered itself": (mails) =>
    mails.connectionMade(byContact({ origin: { kind: "unverified" } })),
  "made, with zones": (_, mails) => mails.connectionMade(byContact()),
  "token made": (mails) => mails.connectionMade(API_TOKEN),
  ...Object.fromEntries(
    REASONS.map((reason): [string, Send] => [
      `ended: ${reason}`,
      (mails) => mails.connectionEnded(byContact({ scopes: ["account:read", "domains:write"] }), { ...END, reason }),
    ]),
  ),
  "token ended": (mails) => mails.connectionEnded(API_TOKEN, { ...END, reason: "expired" }),
  marked: (mails) =>
    mails.connectionMarked(byContact({ origin: { kind: "unverified", domain: "cdn.example" } }), END.at),
  "token ending": (mails) => mails.tokenEnding(API_TOKEN),
};

test("every e-mail matches the committed text (`npm test -- connection-notices -u` updates it) in lines of at most 72 characters", async () => {
  const texts: string[] = [];
  for (const [title, send] of Object.entries(MAILS)) {
    sent = [];
    await send(notices(), notices({ hasZones: true }));
    const ordered = sent.toSorted((one, other) => (one.to < other.to ? -1 : 1));
    for (const mail of ordered) {
      const { from, to, subject, text } = mail;
      expect(from).toEqual(FROM);
      expect(text.split("\n").filter((line) => line.length > 72)).toEqual([]);
      texts.push(`## ${title}\n\nTo: ${to}\nSubject: ${subject}\nHTML: ${outlineOf(mail)}\n\n${text}`);
    }
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("texts/connection-notices.txt");
});

describe("a new connection", () => {
  test("is announced to the login in the language of the page, with times in the provider's time zone", async () => {
    const onFrenchPage = agreed({ contact: { email: OWNER, language: "fr" } });
    await notices({ timeZone: "America/Toronto" }).connectionMade(onFrenchPage);
    expect(only().flow).toContain(
      "a été connectée au compte Studio Ana Inc. le 20 novembre 2026 à 09\u00a0h\u00a005 UTC−5.",
    );
    sent = [];
    await notices({ timeZone: "Asia/Tokyo" }).tokenEnding({
      ...API_TOKEN,
      endsAt: "2026-12-20T18:00:00.000Z",
      contact: onFrenchPage.contact,
    });
    expect(only().subject, "nobody acts").toBe(
      "The API token Nightly backup for Studio Ana Inc. expires on 21 December 2026",
    );
    expect(only().flow).toContain("on 21 December 2026 at 03:00 GMT+9");
  });

  test.each<[origin: Agreement["origin"], name: string, linked: boolean]>([
    [{ kind: "unverified" }, "Visit https://evil.example/login or mail help@evil.example", false],
    [{ kind: "verified", domain: "atlas.example" }, "Visit https://evil.example/login", false],
    [{ kind: "verified", domain: "atlas.example" }, "atlas.example", true],
  ])(
    "with %j and the name %j, shows a linkable name only if it is the verified domain: %s",
    async (origin, name, linked) => {
      await notices().connectionMade(agreed({ name, origin }));
      const { subject, flow } = only();
      expect(subject + flow).not.toMatch(/evil\.example|https:\/\/evil/);
      expect(subject.includes(`${name} was connected`)).toBe(linked);
    },
  );
});

describe("a connection that ended", () => {
  test("is reported to the owner but not to a deleted login", async () => {
    await notices().connectionEnded(agreed({ loginId: 9999 }), { ...END, reason: "access_lost" });
    expect(only().flow).toContain("no longer manages this account");
  });

  test("is reported once, to the agreement's e-mail address, if the account belongs to a former billing system", async () => {
    const contact = { email: "ana@former.example", language: "fr" } as const;
    const add = vi.fn(async () => undefined);
    const end = { ...END, reason: "access_lost" } as const;
    await notices({ add }).connectionEnded(agreed({ contact }), end, "r", true);
    expect(sent.map(({ to }) => to)).toEqual([contact.email]);
    expect(sent[0]?.subject).toContain("Connexion à Studio Ana Inc. terminée");
    await notices({ add, refusals: 9 }).connectionEnded(agreed({ contact }), end, "r", true);
    expect(add, "the deleted connection cannot send it again").not.toHaveBeenCalled();
  });

  test.each(["disconnected", "revoked"] as const)(
    "causes no e-mail if it was ended on request (%s)",
    async (reason) => {
      await notices().connectionEnded(agreed(), { ...END, reason });
      expect([attempts, sent]).toEqual([0, []]);
    },
  );
});

test("names with line breaks, direction marks and markup stay on one harmless line", async () => {
  const name = 'A\r\nBcc: spy@evil.example\u202E\u0000 <script>alert("x")</script>\u2028 \u2066\u200bB';
  const agreement = agreed({ name, accountName: "Studio\nAna\u202e Inc.", limitName: "x\r\ny" });
  await notices({ brand: "Maple\r\nX-Spy: 1 Hosting" }).connectionMade(agreement);
  const { from, subject, text, html } = only();
  expect(from).toEqual({ ...FROM, name: "Maple X-Spy: 1 Hosting" });
  expect(subject).toBe('A Bcc: spy@evil. example <script>alert("x")</script> B was connected to Studio Ana Inc.');
  expect((text + html).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
  expect(html).not.toContain("<script");
});

describe("a failed notice", () => {
  const MAIL_FAILED = { event: "mail_failed", mail: "connection_made", request_id: expect.any(String) };

  let logged: () => string[];
  beforeEach(() => {
    const written = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")].map((spy) => spy.mockReturnValue());
    logged = () => written.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)));
  });

  test("is logged in one line without e-mail address and content if the mail binding refuses it twice", async () => {
    await notices({ refusals: 2 }).connectionMade(agreed());
    expect([attempts, sent]).toEqual([2, []]);
    const [line = "", ...more] = logged();
    const cause = { name: "Error", where: expect.stringMatching(/^at /) };
    const failed = { ...MAIL_FAILED, code: "E_SENDER_NOT_VERIFIED", cause };
    expect([JSON.parse(line), more]).toEqual([failed, []]);
    expect(line).not.toContain("@");
  });

  test("leaves a mark unreported, unless a recipient gets the e-mail", async () => {
    const mark = (agreement: Agreement, refusals: number) => {
      attempts = 0;
      return notices({ refusals }).connectionMarked(agreement, END.at);
    };
    await expect(mark(agreed(), 2)).rejects.toThrow("no mail was sent about the mark");
    await expect(mark(byContact(), 4)).rejects.toThrow("no mail was sent about the mark");
    await mark(byContact(), 3);
    await mark(agreed(), 1);
  });

  test("sends nothing to a field with several e-mail addresses, but still to the other recipient", async () => {
    const set = (email: string) => sql.run("UPDATE logins SET email = ? WHERE id = ?", email, LOGINS.contact);
    await set("contact@maple.example\r\nBcc: spy@evil.example");
    await notices().connectionMade(byContact());
    await set(CONTACT);
    only();
    expect(logged().map((line) => JSON.parse(line))).toEqual([{ ...MAIL_FAILED, code: "bad_address" }]);
  });

  test("is logged if the billing system does not respond", async () => {
    await sql.run("ALTER TABLE logins RENAME TO logins_elsewhere");
    await notices().connectionMade(agreed());
    await sql.run("ALTER TABLE logins_elsewhere RENAME TO logins");
    expect(attempts).toBe(0);
    const lines = logged().filter((line) => line.includes('"mail_'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...MAIL_FAILED, account: 1001, code: "billing_unavailable" },
    ]);
  });

  test("is logged if there is no recipient", async () => {
    await notices().connectionMade(agreed({ loginId: 9999, accountId: 9999 }));
    expect(attempts).toBe(0);
    expect(logged().map((line) => JSON.parse(line))).toEqual([
      { ...MAIL_FAILED, account: 9999, code: "nobody_to_write_to" },
    ]);
  });

  test("is logged once if no sender is configured", async () => {
    vi.resetModules();
    const { Mailer } = await import("../../../shared/mail/mailer.ts");
    for (const _ of [1, 2]) await notices({ sender: "", mailer: Mailer }).connectionMade(agreed());
    expect(attempts).toBe(0);
    expect(logged().map((line) => JSON.parse(line).event)).toEqual(["mail_off"]);
  });
});
