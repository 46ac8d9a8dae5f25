import { beforeEach, expect, test, vi } from "vitest";
import type { ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Agreement, ConnectionSummary } from "../../../durable-objects/connection/connection-port.ts";
import { type Mail, Mailer } from "../../../shared/mail/mailer.ts";
import { approvalMails } from "../../../workers/account/mail/approval-mails.ts";
import { LOGINS } from "../../billing-contract/questions.ts";
import { seededBilling } from "../../engine/support/seeded-billing.ts";
import { sampleAgreement } from "../../support/sample-agreement.ts";
import { type ApprovableCommand, SAMPLE_STATEMENTS, sampleApproval } from "../../support/sample-approvals.ts";

const ID = "0000000000000000000001";
const { billing } = await seededBilling();
let sent: Mail[];

beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode("nextTimerAsync");
  sent = [];
  return () => vi.useRealTimers();
});

/** The domain of the sample order. */
const ORDERED = ["bücher.ca", "xn--bcher-kva.ca"];

/** The connection that asks. */
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

/** Mails about a request, or about several together. @param isAccepting whether the binding takes it; isClaimed: whether no other attempt sends it */
async function tell(
  asked: ApprovalView | ApprovalView[],
  connection: ConnectionSummary | null = asking(),
  { isAccepting = true, from = "no-reply@maple.example", isClaimed = true } = {},
): Promise<void> {
  const send = async (mail: Mail) => {
    if (!isAccepting) throw Object.assign(new Error("no"), { code: "E_SENDER_NOT_VERIFIED" });
    sent.push(mail);
  };
  const mailer = new Mailer({ send }, { MAIL_FROM: from, BRAND_NAME: "Maple Hosting", TIME_ZONE: "America/Toronto" });
  const connectionOf = () => ({ summary: async () => connection });
  await approvalMails({ billing, connectionOf, mailer })([asked].flat(), "r-1", () => isClaimed);
}

const flowing = ({ text = "" }: Partial<Mail> = {}) => text.replace(/\s+/g, " ");

test("the login reads what is asked, by whom, until when, where it decides, and how it is asked no more", async () => {
  const approval = sampleApproval(ID, "cancelService");
  await tell(approval);
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ["owner@maple.example", "Atlas Assistant waits for your approval: Cancel Web Start (studio-ana.ca)"],
  ]);
  expect(flowing(sent[0])).toBe(
    [
      "The application “Atlas Assistant” asks to do this in the account Studio Ana Inc., and waits for you:",
      "Cancel Web Start (studio-ana.ca) - Its files and mailboxes are deleted. - Nothing is refunded. - Open until: 21 November 2026 at 09:00 GMT-5",
      "It is published by atlas.example.",
      "Nothing was done, and nothing will be without your answer. Review, and approve or decline:",
      `https://desk.maple.example/connected-assistants/approvals/${ID}.${approval.id}`,
      "The address only opens a page, on which you sign in: nobody approves anything by having it.",
      "You chose to approve requests like this one. If you did not expect it, decline it, and disconnect the application. Change what is connected, and what you approve, here:",
      "https://desk.maple.example/connected-assistants Maple Hosting ",
    ].join(" "),
  );
});

test("a contact's connection mails the contact alone, in French, with the price and the amount per order", async () => {
  await tell(sampleApproval(ID, "orderDomain"), asking({ loginId: LOGINS.contact }));
  expect(sent.map(({ to }) => to)).toEqual(["contact@maple.example"]);
  expect(sent[0]?.subject).toContain("Atlas Assistant attend votre accord");
  expect(flowing(sent[0])).toContain("- Prix avant taxes : 35,98 $ CA");
  expect(flowing(sent[0])).toContain(
    "chaque commande de plus de 30,00 $ CA avant taxes. Ce montant vaut par commande.",
  );
});

test("the mail has the price and the reason, and nothing that the application wrote", async () => {
  await tell(sampleApproval(ID, "orderDomain"));
  await tell(sampleApproval(ID, "orderPlan"));
  const [domain, plan] = sent.map(flowing);
  expect(domain).toContain("- Price before taxes: CA$35.98 - Why you are asked: You chose to approve each order above");
  expect(domain).toContain("The amount is per order.");
  expect(domain).not.toMatch(/evil|Canadian citizen/);
  expect(plan).toContain("Order the plan Web Pro - Price before taxes: CA$94.50, which pays for the first year");
  expect(plan).toContain("You chose to approve every order.");
  expect(plan).not.toContain("AUTUMN");
});

test("neither an unverified name nor what the application wrote makes a link", async () => {
  const connection = asking({ name: "Visit https://evil.example/login", origin: { kind: "unverified" } });
  await tell(sampleApproval(ID, "cancelService"), connection);
  const [mail] = sent;
  expect(`${mail?.subject}${flowing(mail)}`).not.toMatch(/evil\.example|https:\/\/evil|Unused/);
  expect(flowing(mail)).toContain("Its name is not verified: the application registered itself");
});

test.each(Object.keys(SAMPLE_STATEMENTS) as ApprovableCommand[])(
  "%s links the domain that is ordered, and nothing else that the application chose",
  async (operation) => {
    await tell(sampleApproval(ID, operation));
    const links = `${sent[0]?.subject} ${flowing(sent[0])}`.match(/[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}[\p{L}\d-]+/gu);
    const known = ["studio-ana.ca", "atlas.example", "desk.maple.example", "maple.example", "cira.example", ...ORDERED];
    expect(links?.filter((link) => !known.includes(link))).toEqual([]);
  },
);

test("several requests are in one mail: what each is, the rule, and where they are decided, without another link of the application's", async () => {
  await tell([sampleApproval(ID, "cancelService"), sampleApproval(ID, "orderDomain")]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toBe("Atlas Assistant waits for your approval of 2 requests");
  const text = flowing(sent[0]);
  expect(text).toContain("and waits for you: Cancel Web Start (studio-ana.ca) - Its files and mailboxes are deleted.");
  expect(text).toContain("Register bücher.ca (xn--bcher-kva.ca)");
  expect(text).not.toContain("evil");
  expect(text).toContain("or decline: https://desk.maple.example/connected-assistants Ten requests in 24 hours");
  const contact = asking({ loginId: LOGINS.contact });
  await tell([sampleApproval(ID, "renewDomain"), sampleApproval(ID, "cancelService")], contact);
  expect(sent[1]?.subject).toBe("Atlas Assistant attend votre accord pour 2 demandes");
  expect(flowing(sent[1])).toContain("dans un courriel par heure au plus.");
});

test("a request that has ended is left out of the mail about several", async () => {
  await tell([
    sampleApproval(ID, "renewDomain", { state: "DECLINED", statement: null }),
    sampleApproval(ID, "cancelService"),
  ]);
  expect(sent[0]?.subject).toBe("Atlas Assistant waits for your approval: Cancel Web Start (studio-ana.ca)");
});

test("of requests that have all ended nobody is told", async () => {
  await tell([sampleApproval(ID, "renewDomain", { state: "DECLINED", statement: null })]);
  expect(sent).toEqual([]);
});

test("an API token is called one", async () => {
  const token = asking({ name: "Nightly", origin: { kind: "token", prefix: "fdk_Ab3d", lastFour: "9xYz" } });
  await tell(sampleApproval(ID, "renewDomain"), token);
  expect(flowing(sent[0])).toContain("A program with your API token “Nightly” asks to do this");
  expect(flowing(sent[0])).not.toContain("verified");
});

test("a mail that is not accepted, or whose recipient cannot be read, is to be tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(tell(sampleApproval(ID, "renewDomain"), asking(), { isAccepting: false })).rejects.toThrow();
  const silent = asking();
  vi.spyOn(billing, "readRecipients").mockRejectedValue(new Error("down"));
  await expect(tell(sampleApproval(ID, "renewDomain"), silent)).rejects.toThrow();
  vi.restoreAllMocks();
});

test("a mail that another attempt has claimed is not sent", async () => {
  await tell(sampleApproval(ID, "renewDomain"), asking(), { isClaimed: false });
  expect(sent).toEqual([]);
});

test.each<[why: string, connection: ConnectionSummary | null, approval: Partial<ApprovalView>, from?: string]>([
  ["a connection that has ended", asking({ end: { at: "2026-11-20T14:01:00Z", reason: "disconnected" } }), {}],
  ["a connection that was forgotten", null, {}],
  ["a request that has ended", asking(), { state: "DECLINED", statement: null }],
  ["a provider that sends no mail", asking(), {}, ""],
])("%s: nobody is mailed, and it is not tried again", async (_, connection, changes, from) => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await tell(sampleApproval(ID, "renewDomain", changes), connection, from === undefined ? {} : { from });
  expect(sent).toEqual([]);
  vi.restoreAllMocks();
});
