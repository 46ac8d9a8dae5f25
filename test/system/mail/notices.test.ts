import { beforeEach, describe, expect, test } from "vitest";
import { readOutbox } from "../../../dev/outbox/read-outbox.ts";
import type { AccountCommandName } from "../../../durable-objects/account/account-command.ts";
import type { Agreement } from "../../../durable-objects/connection/connection-port.ts";
import { commandDefinitions, operationsUnder } from "../../../workers/account/acting-operations.ts";
import { mailTexts } from "../../../workers/account/mail/texts.ts";
import { LOGINS } from "../../engine/support/questions.ts";
import { useWorld, World } from "../../support/world.ts";
import { API_TOKEN, agreed, give, mailWorld } from "./support/mail-system.ts";

const OWNER = "owner@maple.example";
const CONTACT = "contact@maple.example";
const FROM = '"Maple Hosting" <no-reply@maple.example>';
const PAGE = "https://desk.maple.example/connected-assistants";

const world = useWorld(mailWorld());
let before: number;

beforeEach(async () => {
  before = (await readOutbox(world.origin)).length;
});

/** The mails of this test, oldest first, their lines joined as they were written. */
async function mails() {
  const sent = (await readOutbox(world.origin)).slice(before);
  return sent.map((one) => ({ ...one, flow: one.text.replaceAll(/(?<!\n)\n(?!\n|- )/g, " ").replaceAll("  ", " ") }));
}

async function only() {
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual([[OWNER]]);
  return sent[0] as (typeof sent)[number];
}

describe("a connection was made", () => {
  test("the owner reads from whom, to what, when, what it may do, and where to end it", async () => {
    await give(world, { notice: "connectionMade", agreement: agreed({ scopes: ["account:read", "billing:write"] }) });
    const { from, subject, flow } = await only();
    expect(from).toBe(FROM);
    expect(subject).toBe("Atlas Assistant was connected to Studio Ana Inc.");
    expect(flow).toContain(
      "The application “Atlas Assistant” was connected to the account Studio Ana Inc. on 20 November 2026 at 14:05 UTC. This was done by the login owner@maple.example.",
    );
    expect(flow).toContain("It is published by atlas.example. It returns to app.atlas.example.");
    expect(flow).toContain("- read its invoices, and the subjects and states of its tickets");
    expect(flow).toContain("- order domain names, order plans, renew domain names,");
    expect(flow).not.toContain("nameservers");
    expect(flow).toContain("Its limit: none, it reaches everything in this account.");
    expect(flow).toContain(PAGE);
    expect(flow).toMatch(/\n\nMaple Hosting\s$/);
  });

  test("a contact reads it in French, the owner in English: who did it, and how an owner ends it", async () => {
    await give(world, { notice: "connectionMade", agreement: agreed({ loginId: LOGINS.contact }) });
    const sent = await mails();
    expect(sent.map(({ to }) => to[0]).sort()).toEqual([CONTACT, OWNER]);
    const french = sent.find(({ to }) => to[0] === CONTACT);
    const english = sent.find(({ to }) => to[0] === OWNER);
    expect(french?.from).toBe(FROM);
    expect(french?.subject).toBe("Nouvelle connexion à Studio Ana Inc.\u00a0: Atlas Assistant");
    expect(french?.flow).toContain(
      "L’application «\u00a0Atlas Assistant\u00a0» a été connectée au compte Studio Ana Inc. le 20 novembre 2026 à 14\u00a0h\u00a005 UTC.",
    );
    expect(french?.flow).toContain(PAGE);
    expect(english?.flow).toContain("This was done by the login contact@maple.example.");
    expect(english?.flow).toContain("It belongs to the login contact@maple.example, who can narrow or disconnect it.");
    expect(english?.flow).not.toContain(PAGE);
  });

  test("an application that registered itself is called unverified, and its name holds no link", async () => {
    const name = "Visit https://evil.example/login or mail help@evil.example";
    await give(world, { notice: "connectionMade", agreement: agreed({ name, origin: { kind: "unverified" } }) });
    const { subject, flow } = await only();
    expect(flow).toContain("Its name is not verified: the application registered itself");
    expect(flow).not.toContain("published");
    expect(subject + flow).not.toMatch(/evil\.example|https:\/\/evil/);
  });

  test("a verified domain verifies no name: that one holds no link either, unless it is the domain itself", async () => {
    const name = "Visit https://evil.example/login";
    await give(world, { notice: "connectionMade", agreement: agreed({ name }) });
    await give(world, { notice: "connectionMade", agreement: agreed({ name: "atlas.example" }) });
    const [first, second] = await mails();
    expect(`${first?.subject}${first?.flow}`).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(second?.subject).toContain("atlas.example was connected");
  });

  test("an API token is shown by its ends, with its own end and its single operations", async () => {
    await give(world, { notice: "connectionMade", agreement: agreed(API_TOKEN) });
    const { subject, flow } = await only();
    expect(subject).toBe("The API token Nightly backup was created for Studio Ana Inc.");
    expect(flow).toContain("“Nightly backup” (fdk_Ab3d…9xYz)");
    expect(flow).toContain("It ends on 20 December 2026.");
    expect(flow).toContain("- renew domain names\n");
    expect(flow).not.toContain("order domain names");
  });

  test.each([
    ["domain", { kind: "domain", name: "studio-ana.ca" }, "studio-ana.ca", ["changePlan", "setDomainLock"]],
    ["service", { kind: "service", id: 2001 }, "Web Plus (studio-ana.ca)", ["changePlan", "cancelService"]],
  ] as const)(
    "a limit to one %s is named, and what it keeps out of reach is not promised",
    async (_, limit, name, in_) => {
      const scopes = ["account:read", "billing:write", "domains:write"] as const;
      await give(world, {
        notice: "connectionMade",
        agreement: agreed({ scopes: [...scopes], limit, limitName: name }),
      });
      const { flow } = await only();
      expect(flow).toContain(`Its limit: the ${limit.kind === "domain" ? "domain name" : "service"} ${name}`);
      const words = (operation: AccountCommandName) => commandDefinitions[operation].mailLabel.en;
      for (const operation of in_) expect(flow).toContain(words(operation));
      for (const order of ["orderDomain", "orderPlan"] as const) expect(flow).not.toContain(words(order));
      expect(flow).not.toContain("invoices");
      const atRegistrar = operationsUnder("domains:write").some(({ mailLabel }) => flow.includes(mailLabel.en));
      expect(atRegistrar).toBe(limit.kind === "domain");
    },
  );

  test("a login with few permissions: what it may not itself is not promised, in either language", async () => {
    const scopes: Agreement["scopes"] = ["account:read", "billing:write", "domains:write"];
    await give(world, { notice: "connectionMade", agreement: agreed({ loginId: LOGINS.contact, scopes }) });
    const sent = await mails();
    const listed = (to: string) => {
      const { flow = "" } = sent.find((one) => one.to[0] === to) ?? {};
      return flow.split("\n").filter((line) => line.startsWith("- "));
    };
    expect(listed(OWNER)).toEqual([
      "- read its domain names, with their dates and prices",
      "- read the subjects and states of its tickets",
    ]);
    expect(listed(CONTACT)).toEqual([
      "- lire ses noms de domaine, avec leurs dates et leurs prix",
      "- lire l’objet et l’état de ses demandes d’assistance",
    ]);
    for (const { flow } of sent) {
      expect(flow).toMatch(/What the login itself may not see or do|Ce que l’identifiant lui-même ne peut ni voir/);
    }

    before = (await readOutbox(world.origin)).length;
    const limit = { kind: "domain", name: "studio-ana.ca" } as const;
    await give(world, {
      notice: "connectionMade",
      agreement: agreed({ loginId: LOGINS.contact, scopes, limit, limitName: "studio-ana.ca" }),
    });
    expect((await mails())[0]?.flow).toMatch(/- read that domain name, with|- lire ce nom de domaine, avec/);

    before = (await readOutbox(world.origin)).length;
    await give(world, { notice: "connectionMade", agreement: agreed({ scopes }) });
    expect((await only()).flow, "an owner's is whole").not.toContain("the login itself may not");
  });

  test("no line is wider than 72 characters, in neither language", async () => {
    const scopes = ["account:read", "billing:write", "domains:write"] as const;
    await give(world, {
      notice: "connectionMade",
      agreement: agreed({ loginId: LOGINS.contact, scopes: [...scopes] }),
    });
    const lines = (await mails()).flatMap(({ text }) => text.split("\n"));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => line.length > 72)).toEqual([]);
  });
});

describe("the service ended a connection", () => {
  const at = "2026-11-21T00:00:00.000Z";

  test.each([
    ["access_lost", "no longer manages this account"],
    ["refresh_token_reused", "Somebody may have copied it"],
    ["code_reused", "Somebody may have copied it"],
    ["used_in_two_places", "Somebody may have copied a key"],
    ["expired", "had not renewed its access for 30 days"],
  ] as const)("%s is said in plain words, in both languages, with what to do", async (reason, words) => {
    await give(world, {
      notice: "connectionEnded",
      agreement: agreed({ loginId: LOGINS.contact, scopes: ["account:read", "domains:write"] }),
      end: { at, reason },
    });
    const sent = await mails();
    const english = sent.find(({ to }) => to[0] === OWNER);
    const french = sent.find(({ to }) => to[0] === CONTACT);
    expect(english?.subject).toBe("Atlas Assistant was disconnected from Studio Ana Inc.");
    expect(english?.flow).toContain("on 21 November 2026 at 00:00 UTC. It had been connected on 20 November 2026");
    expect(english?.flow).toContain(words);
    expect(english?.flow).toContain(mailTexts.en.reasons[reason].next);
    expect(english?.flow.includes("change nameservers")).toBe(/reused|two_places/.test(reason));
    expect(french?.subject).toBe("Connexion à Studio Ana Inc. terminée\u00a0: Atlas Assistant");
    expect(french?.flow).toContain(mailTexts.fr.reasons[reason].why);
    expect(french?.flow).toContain(mailTexts.fr.reasons[reason].next);
    expect(sent.map(({ flow }) => flow).join()).not.toContain(reason);
  });

  test("that tokens are used from two places is said in both languages, with what to do in either case", async () => {
    const origin = { kind: "unverified", domain: "cdn.example" } as const;
    await give(world, { notice: "connectionMarked", agreement: agreed({ loginId: LOGINS.contact, origin }) });
    const sent = await mails();
    const english = sent.find(({ to }) => to[0] === OWNER);
    const french = sent.find(({ to }) => to[0] === CONTACT);
    expect(english?.subject).toBe("Atlas Assistant reaches Studio Ana Inc. from two places");
    expect(english?.flow).toContain("on 21 November 2026 at 00:00 UTC a key that it had replaced came back");
    expect(english?.flow).toContain("It belongs to the login contact@maple.example.");
    expect(english?.flow).toContain("Its name is not verified: it is described at cdn.example");
    expect(english?.flow).toContain(mailTexts.en.marked.expected);
    expect(english?.flow).toContain(mailTexts.en.marked.next);
    expect(english?.flow).not.toContain(PAGE);
    expect(french?.subject).toBe("Atlas Assistant accède à Studio Ana Inc. depuis deux endroits");
    expect(french?.flow).toContain(mailTexts.fr.marked.next);
    expect(french?.flow).toContain(PAGE);
  });

  test("a login that is gone is not written to; the owner is", async () => {
    const agreement = agreed({ loginId: 9999 });
    await give(world, { notice: "connectionEnded", agreement, end: { at, reason: "access_lost" } });
    expect((await only()).flow).toContain("no longer manages this account");
  });

  test("an API token that has ended says where to make a new one", async () => {
    await give(world, { notice: "connectionEnded", agreement: agreed(API_TOKEN), end: { at, reason: "expired" } });
    const { subject, flow } = await only();
    expect(subject).toBe("The API token Nightly backup for Studio Ana Inc. has ended");
    expect(flow).toContain("Its end date has come.");
    expect(flow).toContain(PAGE);
  });

  test.each(["disconnected", "revoked"] as const)("an end that was asked for (%s) is no news", async (reason) => {
    const { attempts } = await give(world, { notice: "connectionEnded", agreement: agreed(), end: { at, reason } });
    expect(attempts).toBe(0);
    expect(await mails()).toEqual([]);
  });
});

test("a token that is about to end: which one, when, and what to do", async () => {
  await give(world, { notice: "tokenEnding", agreement: agreed(API_TOKEN) });
  const { subject, flow } = await only();
  expect(subject).toBe("The API token Nightly backup for Studio Ana Inc. ends on 20 December 2026");
  expect(flow).toContain("(fdk_Ab3d…9xYz) for the account Studio Ana Inc. ends on 20 December 2026 at 14:05 UTC.");
  expect(flow).toContain(PAGE);
});

test("names with line ends, bidi controls and markup stay one harmless line", async () => {
  const name = 'A\r\nBcc: spy@evil.example\u202E\u0000 <script>alert("x")</script>\u2028 \u2066\u200bB';
  await give(world, {
    notice: "connectionMade",
    brand: "Maple\r\nX-Spy: 1 Hosting",
    agreement: agreed({ name, accountName: "Studio\nAna\u202e Inc.", limitName: "x\r\ny" }),
  });
  const { from, to, subject, text } = await only();
  expect(from).toBe('"Maple X-Spy: 1 Hosting" <no-reply@maple.example>');
  expect(to).toEqual([OWNER]);
  expect(subject).toBe('A Bcc: spy@evil. example <script>alert("x")</script> B was connected to Studio Ana Inc.');
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test("a name without end is cut", async () => {
  await give(world, { notice: "connectionMade", agreement: agreed({ name: "𝔸".repeat(5_000) }) });
  expect((await only()).subject).toBe(`${"𝔸".repeat(99)}… was connected to Studio Ana Inc.`);
});

describe("what goes wrong", () => {
  const logged = () => world.logs().filter((line) => line.includes('"mail_'));

  beforeEach(() => world.system.clearLogs());

  test("a binding that refuses is asked once more", async () => {
    expect(await give(world, { notice: "connectionMade", agreement: agreed(), refusals: 1 })).toEqual({ attempts: 2 });
    await only();
    expect(logged()).toEqual([]);
  });

  test("a binding that refuses twice is one line in the log, with neither address nor content", async () => {
    expect(await give(world, { notice: "connectionMade", agreement: agreed(), refusals: 2 })).toEqual({ attempts: 2 });
    expect(await mails()).toEqual([]);
    const [line = "", ...more] = logged();
    const cause = { name: "Error", where: expect.stringMatching(/^at /) };
    const failed = { event: "mail_failed", mail: "connection_made", code: "E_SENDER_NOT_VERIFIED", cause };
    expect([JSON.parse(line), more]).toEqual([failed, []]);
    expect(line).not.toContain("@");
  });

  test("a mark that nobody could be told of is not taken for told; one of two people is enough", async () => {
    const marked = { notice: "connectionMarked" } as const;
    await expect(give(world, { ...marked, agreement: agreed(), refusals: 2 })).rejects.toThrow("nobody was told");
    const two = agreed({ loginId: LOGINS.contact });
    await expect(give(world, { ...marked, agreement: two, refusals: 4 })).rejects.toThrow("nobody was told");
    await give(world, { ...marked, agreement: two, refusals: 3 });
    await give(world, { ...marked, agreement: agreed(), refusals: 1 });
  });

  test("an address that is more than one address is not sent to, nor is the other recipient forgotten", async () => {
    const set = (email: string) =>
      world.billing.prepare("UPDATE logins SET email = ? WHERE id = ?").bind(email, LOGINS.contact);
    await set("contact@maple.example\r\nBcc: spy@evil.example").run();
    await give(world, { notice: "connectionMade", agreement: agreed({ loginId: LOGINS.contact }) });
    await set(CONTACT).run();
    await only();
    expect(logged()).toEqual(['{"event":"mail_failed","mail":"connection_made","code":"bad_address"}']);
  });

  test("a billing system that does not answer is a line in the log", async () => {
    const rename = (from: string, to: string) => world.billing.prepare(`ALTER TABLE ${from} RENAME TO ${to}`).run();
    await rename("logins", "logins_elsewhere");
    expect(await give(world, { notice: "connectionMade", agreement: agreed() })).toEqual({ attempts: 0 });
    await rename("logins_elsewhere", "logins");
    expect(logged()).toEqual([
      '{"event":"mail_failed","account":1001,"mail":"connection_made","code":"billing_unavailable"}',
    ]);
  });

  test("nobody left to write to is a line in the log", async () => {
    const agreement = agreed({ loginId: 9999, accountId: 9999 });
    expect(await give(world, { notice: "connectionMade", agreement })).toEqual({ attempts: 0 });
    expect(logged()).toEqual([
      '{"event":"mail_failed","account":9999,"mail":"connection_made","code":"nobody_to_write_to"}',
    ]);
  });
});

test("with no sender set nothing is sent, which is said once", async () => {
  const unset = await new World(mailWorld("")).start();
  for (const _ of [1, 2])
    expect(await give(unset, { notice: "connectionMade", agreement: agreed() })).toEqual({ attempts: 0 });
  expect(await readOutbox(unset.origin)).toEqual([]);
  expect(unset.logs().filter((line) => line.includes("mail_off"))).toHaveLength(1);
  await unset.close();
});

test("tests of whole journeys find mails by their address", async () => {
  await give(world, { notice: "connectionMade", agreement: agreed({ loginId: LOGINS.big }) });
  expect((await world.mailsTo("big@maple.example"))[0]?.subject).toContain("Studio Ana Inc.");
});
