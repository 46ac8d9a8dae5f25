import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CommandName } from "../../../durable-objects/account/command-map.ts";
import type { Agreement } from "../../../durable-objects/connection/connection-port.ts";
import { type Mail, Mailer } from "../../../shared/mail/mailer.ts";
import { commandDefinitions, operationsUnder } from "../../../workers/account/acting-operations.ts";
import { mailNotices } from "../../../workers/account/mail/notices.ts";
import { mailTexts } from "../../../workers/account/mail/texts.ts";
import { LOGINS } from "../../billing-contract/questions.ts";
import { seededBilling } from "../../engine/support/seeded-billing.ts";
import { sampleAgreement } from "../../support/sample-agreement.ts";

const OWNER = "owner@maple.example";
const CONTACT = "contact@maple.example";
const FROM = { name: "Maple Hosting", email: "no-reply@maple.example" };
const PAGE = "https://desk.maple.example/connected-assistants";
const EVERY_SCOPE: Agreement["scopes"] = ["account:read", "billing:write", "domains:write"];
const END = { at: "2026-11-21T00:00:00.000Z" };

const { billing, sql } = await seededBilling();
let sent: (Mail & { from: typeof FROM })[];
let attempts: number;

// A second attempt waits; here it goes on at once, and the clock with it.
beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode("nextTimerAsync");
  sent = [];
  attempts = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The notices of a provider. @param refusals how many attempts the binding refuses */
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
    new mailer({ send }, { MAIL_FROM: sender, BRAND_NAME: brand, TIME_ZONE: timeZone }),
    async () => hasZones,
    {
      add,
    },
  );
}

/** What the owner of account 1001 agreed to with an application whose origin is known. */
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

/** On a French page. */
const byContact = (changes: Partial<Agreement> = {}) =>
  agreed({ loginId: LOGINS.contact, contact: { email: CONTACT, language: "fr" }, ...changes });

/** An API token of the owner that may renew domain names. */
const API_TOKEN = agreed({
  name: "Nightly backup",
  origin: { kind: "token", prefix: "fdk_Ab3d", lastFour: "9xYz" },
  returnsTo: null,
  scopes: ["account:read", "billing:write"],
  operations: ["renewDomain"],
  endsAt: "2026-12-20T14:05:09.000Z",
});

/** The mails of this test by their recipient, their lines joined as they were written. */
function mails() {
  const flowing = ({ text }: Mail) => text.replaceAll(/(?<!\n)\n(?!\n|- )/g, " ").replaceAll("  ", " ");
  return sent.map((mail) => ({ ...mail, flow: flowing(mail) }));
}

function mailTo(address: string) {
  const found = mails().filter(({ to }) => to === address);
  expect(found).toHaveLength(1);
  return found[0] as (typeof found)[number];
}

/** The one mail, which went to the owner. */
function only() {
  expect(sent.map(({ to }) => to)).toEqual([OWNER]);
  return mailTo(OWNER);
}

describe("a connection was made", () => {
  test("the owner reads from whom, to what, when, what it may do, and where to end it", async () => {
    await notices().connectionMade(agreed({ scopes: ["account:read", "billing:write"] }));
    const { from, subject, flow } = only();
    expect(from).toEqual(FROM);
    expect(subject).toBe("Atlas Assistant was connected to Studio Ana Inc.");
    for (const words of [
      "The application “Atlas Assistant” was connected to the account Studio Ana Inc. on 20 November 2026 at 14:05 UTC. This was done by the login owner@maple.example.",
      "It is published by atlas.example. It returns to app.atlas.example.",
      "- read its invoices, and the subjects and states of its tickets",
      "- order domain names, order plans, renew domain names,",
      "Its limit: none, it reaches everything in this account.",
      PAGE,
    ]) {
      expect(flow).toContain(words);
    }
    expect(flow).not.toContain("nameservers");
    expect(flow).toMatch(/\n\nMaple Hosting\s$/);
  });

  test("who made it reads of that in the language of the page, with times in the provider's zone", async () => {
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
      "The API token Nightly backup for Studio Ana Inc. ends on 21 December 2026",
    );
    expect(only().flow).toContain("on 21 December 2026 at 03:00 GMT+9");
  });

  test("a contact reads it in French, the owner in English: who did it, and how an owner ends it", async () => {
    await notices().connectionMade(byContact());
    expect(sent).toHaveLength(2);
    const french = mailTo(CONTACT);
    expect(french.from).toEqual(FROM);
    expect(french.subject).toBe("Nouvelle connexion à Studio Ana Inc.\u00a0: Atlas Assistant");
    expect(french.flow).toContain(
      "L’application «\u00a0Atlas Assistant\u00a0» a été connectée au compte Studio Ana Inc. le 20 novembre 2026 à 14\u00a0h\u00a005 UTC.",
    );
    expect(french.flow).toContain(PAGE);
    const { flow } = mailTo(OWNER);
    expect(flow).toContain("This was done by the login contact@maple.example.");
    expect(flow).toContain("It belongs to the login contact@maple.example, who can narrow or disconnect it.");
    expect(flow).not.toContain(PAGE);
  });

  test("an application that registered itself is called unverified, and its name holds no link", async () => {
    const name = "Visit https://evil.example/login or mail help@evil.example";
    await notices().connectionMade(agreed({ name, origin: { kind: "unverified" } }));
    const { subject, flow } = only();
    expect(flow).toContain("Its name is not verified: the application registered itself");
    expect(flow).not.toContain("published");
    expect(subject + flow).not.toMatch(/evil\.example|https:\/\/evil/);
  });

  test("a verified domain verifies no name: that one holds no link either, unless it is the domain itself", async () => {
    await notices().connectionMade(agreed({ name: "Visit https://evil.example/login" }));
    await notices().connectionMade(agreed({ name: "atlas.example" }));
    const [first, second] = mails();
    expect(`${first?.subject}${first?.flow}`).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(second?.subject).toContain("atlas.example was connected");
  });

  test.each([true, false])(
    "that DNS records are read is said where a server with zones is connected: %s",
    async (hasZones) => {
      await notices({ hasZones }).connectionMade(agreed(), undefined);
      expect(sent[0]?.text.includes("- read the DNS records of the services’ zones\n")).toBe(hasZones);
    },
  );

  test("an API token is shown by its ends, with its own end and its single operations", async () => {
    await notices().connectionMade(API_TOKEN);
    const { subject, flow } = only();
    expect(subject).toBe("The API token Nightly backup was created for Studio Ana Inc.");
    expect(flow).toContain("“Nightly backup” (fdk_Ab3d…9xYz)");
    expect(flow).toContain("It ends on 20 December 2026.");
    expect(flow).toContain("- renew domain names\n");
    expect(flow).not.toContain("order domain names");
  });

  test.each([
    ["domain name", { kind: "domain", name: "studio-ana.ca" }, "studio-ana.ca", ["changePlan", "setDomainLock"]],
    ["service", { kind: "service", id: 2001 }, "Web Plus (studio-ana.ca)", ["changePlan", "cancelService"]],
  ] as const)(
    "a limit to one %s is named, and what it keeps out of reach is not promised",
    async (kind, limit, name, inReach) => {
      await notices().connectionMade(agreed({ scopes: EVERY_SCOPE, limit, limitName: name }));
      const { flow } = only();
      expect(flow).toContain(`Its limit: the ${kind} ${name}`);
      const words = (operation: CommandName) => commandDefinitions[operation].mailLabel.en;
      for (const operation of inReach) expect(flow).toContain(words(operation));
      for (const order of ["orderDomain", "orderPlan"] as const) expect(flow).not.toContain(words(order));
      expect(flow).not.toContain("invoices");
      const atRegistrar = operationsUnder("domains:write").some(({ mailLabel }) => flow.includes(mailLabel.en));
      expect(atRegistrar).toBe(limit.kind === "domain");
    },
  );

  test("a login with few permissions: what it may not itself is not promised, in either language", async () => {
    await notices().connectionMade(byContact({ scopes: EVERY_SCOPE }));
    const listed = (to: string) =>
      mailTo(to)
        .flow.split("\n")
        .filter((line) => line.startsWith("- "));
    expect(listed(OWNER)).toEqual([
      "- read its domain names, with their dates and prices",
      "- read the subjects and states of its tickets",
    ]);
    expect(listed(CONTACT)).toEqual([
      "- lire ses noms de domaine, avec leurs dates et leurs prix",
      "- lire l’objet et l’état de ses demandes d’assistance",
    ]);
    for (const { flow } of mails()) {
      expect(flow).toMatch(/What the login itself may not see or do|Ce que l’identifiant lui-même ne peut ni voir/);
    }
  });

  test("a login with few permissions on one domain name; an owner's are whole", async () => {
    const limit = { kind: "domain", name: "studio-ana.ca" } as const;
    await notices().connectionMade(byContact({ scopes: EVERY_SCOPE, limit, limitName: "studio-ana.ca" }));
    expect(mailTo(OWNER).flow).toContain("- read that domain name, with");
    expect(mailTo(CONTACT).flow).toContain("- lire ce nom de domaine, avec");
    sent = [];
    await notices().connectionMade(agreed({ scopes: EVERY_SCOPE }));
    expect(only().flow).not.toContain("the login itself may not");
  });

  test("no line is wider than 72 characters, in neither language", async () => {
    await notices().connectionMade(byContact({ scopes: EVERY_SCOPE }));
    const lines = sent.flatMap(({ text }) => text.split("\n"));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => line.length > 72)).toEqual([]);
  });
});

describe("the service ended a connection", () => {
  test.each([
    ["access_lost", "no longer manages this account"],
    ["refresh_token_reused", "Somebody may have copied it"],
    ["code_reused", "Somebody may have copied it"],
    ["used_in_two_places", "Somebody may have copied a key"],
    ["expired", "had not renewed its access for 30 days"],
  ] as const)("%s is said in plain words, in both languages, with what to do", async (reason, words) => {
    await notices().connectionEnded(byContact({ scopes: ["account:read", "domains:write"] }), { ...END, reason });
    const english = mailTo(OWNER);
    expect(english.subject).toBe("Atlas Assistant was disconnected from Studio Ana Inc.");
    expect(english.flow).toContain("on 21 November 2026 at 00:00 UTC. It had been connected on 20 November 2026");
    expect(english.flow).toContain(words);
    expect(english.flow).toContain(mailTexts.en.reasons[reason].next);
    expect(english.flow.includes("change nameservers")).toBe(/reused|two_places/.test(reason));
    const french = mailTo(CONTACT);
    expect(french.subject).toBe("Connexion à Studio Ana Inc. terminée\u00a0: Atlas Assistant");
    expect(french.flow).toContain(mailTexts.fr.reasons[reason].why);
    expect(french.flow).toContain(mailTexts.fr.reasons[reason].next);
    expect(english.flow + french.flow).not.toContain(reason);
  });

  test("that tokens are used from two places is said in both languages, with what to do in either case", async () => {
    const origin = { kind: "unverified", domain: "cdn.example" } as const;
    await notices().connectionMarked(byContact({ origin }), END.at);
    const english = mailTo(OWNER);
    expect(english.subject).toBe("Atlas Assistant reaches Studio Ana Inc. from two places");
    for (const words of [
      "on 21 November 2026 at 00:00 UTC a key that it had replaced came back",
      "It belongs to the login contact@maple.example.",
      "Its name is not verified: it is described at cdn.example",
      mailTexts.en.marked.expected,
      mailTexts.en.marked.next,
    ]) {
      expect(english.flow).toContain(words);
    }
    expect(english.flow).not.toContain(PAGE);
    const french = mailTo(CONTACT);
    expect(french.subject).toBe("Atlas Assistant accède à Studio Ana Inc. depuis deux endroits");
    expect(french.flow).toContain(mailTexts.fr.marked.next);
    expect(french.flow).toContain(PAGE);
  });

  test("a login that is gone is not written to; the owner is", async () => {
    await notices().connectionEnded(agreed({ loginId: 9999 }), { ...END, reason: "access_lost" });
    expect(only().flow).toContain("no longer manages this account");
  });

  test("of a former billing system is told the address that the agreement kept, alone, once and in its language", async () => {
    const contact = { email: "ana@former.example", language: "fr" } as const;
    const add = vi.fn(async () => undefined);
    const end = { ...END, reason: "access_lost" } as const;
    await notices({ add }).connectionEnded(agreed({ contact }), end, "r", true);
    expect(sent.map(({ to }) => to)).toEqual([contact.email]);
    expect(sent[0]?.subject).toContain("Connexion à Studio Ana Inc. terminée");
    await notices({ add, refusals: 9 }).connectionEnded(agreed({ contact }), end, "r", true);
    expect(add, "the connection is deleted, so that nothing could send it again").not.toHaveBeenCalled();
  });

  test("an API token that has ended says where to make a new one", async () => {
    await notices().connectionEnded(API_TOKEN, { ...END, reason: "expired" });
    const { subject, flow } = only();
    expect(subject).toBe("The API token Nightly backup for Studio Ana Inc. has ended");
    expect(flow).toContain("Its end date has come.");
    expect(flow).toContain(PAGE);
  });

  test.each(["disconnected", "revoked"] as const)("an end that was asked for (%s) is no news", async (reason) => {
    await notices().connectionEnded(agreed(), { ...END, reason });
    expect([attempts, sent]).toEqual([0, []]);
  });
});

test("a token that is about to end: which one, when, and what to do", async () => {
  await notices().tokenEnding(API_TOKEN);
  const { subject, flow } = only();
  expect(subject).toBe("The API token Nightly backup for Studio Ana Inc. ends on 20 December 2026");
  expect(flow).toContain("(fdk_Ab3d…9xYz) for the account Studio Ana Inc. ends on 20 December 2026 at 14:05 UTC.");
  expect(flow).toContain(PAGE);
});

test("names with line ends, bidi controls and markup stay one harmless line", async () => {
  const name = 'A\r\nBcc: spy@evil.example\u202E\u0000 <script>alert("x")</script>\u2028 \u2066\u200bB';
  const agreement = agreed({ name, accountName: "Studio\nAna\u202e Inc.", limitName: "x\r\ny" });
  await notices({ brand: "Maple\r\nX-Spy: 1 Hosting" }).connectionMade(agreement);
  const { from, subject, text } = only();
  expect(from).toEqual({ ...FROM, name: "Maple X-Spy: 1 Hosting" });
  expect(subject).toBe('A Bcc: spy@evil. example <script>alert("x")</script> B was connected to Studio Ana Inc.');
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test("a name without end is cut", async () => {
  await notices().connectionMade(agreed({ name: "𝔸".repeat(5_000) }));
  expect(only().subject).toBe(`${"𝔸".repeat(99)}… was connected to Studio Ana Inc.`);
});

describe("what goes wrong", () => {
  const MAIL_FAILED = { event: "mail_failed", mail: "connection_made", request_id: expect.any(String) };

  let logged: () => string[];
  beforeEach(() => {
    const written = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")].map((spy) => spy.mockReturnValue());
    logged = () => written.flatMap(({ mock }) => mock.calls.map(([line]) => String(line)));
  });

  test("a binding that refuses is asked once more", async () => {
    await notices({ refusals: 1 }).connectionMade(agreed());
    only();
    expect([attempts, logged()]).toEqual([2, []]);
  });

  test("a binding that refuses twice is one line in the log, with neither address nor content", async () => {
    await notices({ refusals: 2 }).connectionMade(agreed());
    expect([attempts, sent]).toEqual([2, []]);
    const [line = "", ...more] = logged();
    const cause = { name: "Error", where: expect.stringMatching(/^at /) };
    const failed = { ...MAIL_FAILED, code: "E_SENDER_NOT_VERIFIED", cause };
    expect([JSON.parse(line), more]).toEqual([failed, []]);
    expect(line).not.toContain("@");
  });

  test("a mark that nobody could be told of is not taken for told; one of two people is enough", async () => {
    const mark = (agreement: Agreement, refusals: number) => {
      attempts = 0;
      return notices({ refusals }).connectionMarked(agreement, END.at);
    };
    await expect(mark(agreed(), 2)).rejects.toThrow("nobody was told");
    await expect(mark(byContact(), 4)).rejects.toThrow("nobody was told");
    await mark(byContact(), 3);
    await mark(agreed(), 1);
  });

  test("an address that is more than one address is not sent to, nor is the other recipient forgotten", async () => {
    const set = (email: string) => sql.run("UPDATE logins SET email = ? WHERE id = ?", email, LOGINS.contact);
    await set("contact@maple.example\r\nBcc: spy@evil.example");
    await notices().connectionMade(byContact());
    await set(CONTACT);
    only();
    expect(logged().map((line) => JSON.parse(line))).toEqual([{ ...MAIL_FAILED, code: "bad_address" }]);
  });

  test("a billing system that does not answer is a line in the log", async () => {
    await sql.run("ALTER TABLE logins RENAME TO logins_elsewhere");
    await notices().connectionMade(agreed());
    await sql.run("ALTER TABLE logins_elsewhere RENAME TO logins");
    expect(attempts).toBe(0);
    const lines = logged().filter((line) => line.includes('"mail_'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...MAIL_FAILED, account: 1001, code: "billing_unavailable" },
    ]);
  });

  test("nobody left to write to is a line in the log", async () => {
    await notices().connectionMade(agreed({ loginId: 9999, accountId: 9999 }));
    expect(attempts).toBe(0);
    expect(logged().map((line) => JSON.parse(line))).toEqual([
      { ...MAIL_FAILED, account: 9999, code: "nobody_to_write_to" },
    ]);
  });

  test("with no sender set nothing is sent, which is said once", async () => {
    vi.resetModules();
    const { Mailer } = await import("../../../shared/mail/mailer.ts");
    for (const _ of [1, 2]) await notices({ sender: "", mailer: Mailer }).connectionMade(agreed());
    expect(attempts).toBe(0);
    expect(logged().map((line) => JSON.parse(line).event)).toEqual(["mail_off"]);
  });
});
