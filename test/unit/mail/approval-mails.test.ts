import { beforeEach, expect, test, vi } from "vitest";
import type { ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Agreement, ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import { type Mail, Mailer } from "../../../shared/mail/mailer.ts";
import { approvalMails } from "../../../workers/account/mail/approval-mails.ts";
import { LOGINS } from "../../billing-contract/questions.ts";
import { seededBilling } from "../../engine/support/seeded-billing.ts";
import { sampleAgreement } from "../../support/sample-agreement.ts";
import { type ApprovableCommand, SAMPLE_STATEMENTS, sampleApproval } from "../../support/sample-approvals.ts";
import { outlineOf } from "./html-outline.ts";

const ID = "0000000000000000000001";
const { billing } = await seededBilling();
let sent: Mail[];

beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode("nextTimerAsync");
  sent = [];
  return () => vi.useRealTimers();
});

/** The domain of the sample order, in Unicode and as an A-label. */
const ORDERED = ["bücher.ca", "xn--bcher-kva.ca"];

/** Returns the connection that requests the approval. */
function asking(changes: Partial<Agreement & Pick<ConnectionSummary, "end">> = {}): ConnectionSummary {
  const agreement = sampleAgreement(ID, {
    name: "Atlas Assistant",
    origin: { kind: "verified", domain: "atlas.example" },
    loginId: LOGINS.owner,
    pages: "https://desk.maple.example",
  });
  const expiresAt = "2026-12-20T14:05:09.000Z";
  return { ...agreement, lastUsedAt: null, end: null, markedAt: null, expiresAt, recent: [], ...changes };
}

/**
 * Sends the e-mail about one approval request or several.
 * @param isAccepting in the options, whether the mail binding accepts e-mails
 * @param isClaimed in the options, whether this attempt may send the e-mail
 */
async function tell(
  asked: ApprovalView | ApprovalView[],
  connection: ConnectionSummary | null = asking(),
  { isAccepting = true, from = "no-reply@maple.example", isClaimed = true } = {},
): Promise<void> {
  const send = async (mail: Mail) => {
    if (!isAccepting) throw Object.assign(new Error("no"), { code: "E_SENDER_NOT_VERIFIED" });
    sent.push(mail);
  };
  const mailer = new Mailer(
    { send },
    { MAIL_FROM: from, BRAND_NAME: "Maple Hosting", BRAND_COLOUR: "#0b6e4f", TIME_ZONE: "America/Toronto" },
  );
  const connectionOf = () => ({ summary: async () => connection });
  await approvalMails({ billing, connectionOf, mailer })([asked].flat(), "r-1", () => isClaimed);
}

const flowing = ({ text = "" }: Partial<Mail> = {}) => text.replace(/\s+/g, " ");

const CONTACT = asking({ loginId: LOGINS.contact });
const TOKEN = asking({ name: "Nightly", origin: { kind: "token", prefix: "fdk_Ab3d", lastFour: "9xYz" } });
const ONE = "7qT1yYcVq0Zk3mWbXo8Rj2";

test("every e-mail goes only to the login and matches the committed text (`npm test -- approval-mails -u` updates it)", async () => {
  const about = (operation: ApprovableCommand) => sampleApproval(ID, operation, { id: ONE });
  for (const operation of ["orderDomain", "orderPlan", "cancelService"] as const) await tell(about(operation));
  await tell(about("orderDomain"), CONTACT);
  await tell(about("renewDomain"), TOKEN);
  await tell(about("renewDomain"), asking({ origin: { kind: "unverified" } }));
  for (const connection of [asking(), CONTACT]) await tell([about("cancelService"), about("orderDomain")], connection);
  const text = sent
    .map((mail) => `To: ${mail.to}\nSubject: ${mail.subject}\nHTML: ${outlineOf(mail)}\n\n${mail.text}`)
    .join("\n---\n\n");
  await expect(text).toMatchFileSnapshot("texts/approval-mails.txt");
});

test("neither an unverified name nor a text of the application becomes a link", async () => {
  const connection = asking({ name: "Visit https://evil.example/login", origin: { kind: "unverified" } });
  await tell(sampleApproval(ID, "cancelService"), connection);
  const [mail] = sent;
  expect(`${mail?.subject}${flowing(mail)}`).not.toMatch(/evil\.example|https:\/\/evil|Unused/);
});

test.each(Object.keys(SAMPLE_STATEMENTS) as ApprovableCommand[])(
  "the e-mail about %s links only to the ordered domain and to known hosts",
  async (operation) => {
    await tell(sampleApproval(ID, operation));
    const links = `${sent[0]?.subject} ${flowing(sent[0])}`.match(/[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}[\p{L}\d-]+/gu);
    const known = ["studio-ana.ca", "atlas.example", "desk.maple.example", "maple.example", "cira.example", ...ORDERED];
    expect(links?.filter((link) => !known.includes(link))).toEqual([]);
  },
);

test("an e-mail about several requests leaves out those that have ended", async () => {
  await tell([
    sampleApproval(ID, "renewDomain", { state: "DECLINED", statement: null }),
    sampleApproval(ID, "cancelService"),
  ]);
  expect(sent[0]?.subject).toBe("Atlas Assistant is waiting for your approval: Cancel Web Start (studio-ana.ca)");
});

test("an e-mail that is refused or has no readable recipient fails, so that it is retried", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(tell(sampleApproval(ID, "renewDomain"), asking(), { isAccepting: false })).rejects.toThrow();
  const silent = asking();
  vi.spyOn(billing, "readRecipients").mockRejectedValue(new Error("down"));
  await expect(tell(sampleApproval(ID, "renewDomain"), silent)).rejects.toThrow();
  vi.restoreAllMocks();
});

test("an e-mail that another attempt has claimed is not sent", async () => {
  await tell(sampleApproval(ID, "renewDomain"), asking(), { isClaimed: false });
  expect(sent).toEqual([]);
});

test.each<[why: string, connection: ConnectionSummary | null, approval: Partial<ApprovalView>, from?: string]>([
  ["a connection that has ended", asking({ end: { at: "2026-11-20T14:01:00Z", reason: "disconnected" } }), {}],
  ["a connection that was forgotten", null, {}],
  ["a request that has ended", asking(), { state: "DECLINED", statement: null }],
  ["a provider that sends no e-mails", asking(), {}, ""],
])("no e-mail is sent or retried for %s", async (_, connection, changes, from) => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await tell(sampleApproval(ID, "renewDomain", changes), connection, from === undefined ? {} : { from });
  expect(sent).toEqual([]);
  vi.restoreAllMocks();
});
