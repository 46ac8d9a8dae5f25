import { beforeEach, expect, test } from "vitest";
import type { ApprovalOutcome } from "../../../../durable-objects/account/account-port.ts";
import type { ApprovalState, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { LANGUAGES } from "../../../../shared/platform/language.ts";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { pageText } from "../../../support/page-text.ts";
import { type ApprovableCommand, SAMPLE_STATEMENTS, sampleApproval } from "../../../support/sample-approvals.ts";
import { sampleDescription } from "../../../support/sample-description.ts";
import { AssistantsPages, agreement, DAY, LIST, MINUTE, NOW, signedInAs } from "./assistants-pages.ts";
import { Browser } from "./browser-of.ts";
import { busyLog, sampleConnections } from "./samples.ts";

const pages = await AssistantsPages.start();
const { account, connections } = pages;
beforeEach(() => pages.clear());

const reject = () => Promise.reject(new Error("no answer"));
const DOWN = {
  billing: { readConsentFacts: reject, listDomains: reject, listServices: reject },
  clientArea: { answer: reject, frame: reject },
};
const ONLY_READ = { described: sampleDescription({ acts: false }) };
type Context = Parameters<typeof pages.html>[1];

/** Creates connections that were last used at different times. One of them shows every outcome of an action. */
async function eachOutcome(): Promise<void> {
  const [, read] = busyLog();
  if (!read) throw new Error("the log is too short");
  const of = { loginId: 11, connection: "c", approval: null };
  const action = { ...read, ...of, operation: "renewDomain", target: "domain:ana.dev" };
  const refused = { ...action, outcome: "refused", status: 409 } as const;
  const approvals: ApprovalOutcome[] = ["asked", "approved", "declined", "lapsed", "void"];
  await connections.make(await agreement({ name: "Renewals", madeAt: "2026-11-02T09:00:00Z" }), {
    log: [read],
    actions: [
      { ...action, id: "9", at: "2026-11-20T13:00:00Z", outcome: "in_progress", status: null },
      {
        ...action,
        id: "8",
        at: "2026-11-20T14:13:00Z",
        code: "settled_by_provider",
        outcome: "succeeded",
        status: 201,
      },
      { ...refused, id: "7", code: "settled_by_provider" },
      ...approvals.map((approval, at) => ({ ...refused, id: `${at}`, code: "not_allowed", approval })),
    ],
  });
  for (const ago of [0, 59 * MINUTE, 180 * MINUTE, 40 * DAY, 100 * DAY]) {
    const lastUsedAt = new Date(NOW - ago).toISOString();
    const used = { name: `Used ${ago}`, application: `${ago}`, scopes: ["account:read" as const] };
    await connections.make(await agreement(used), { lastUsedAt });
  }
  await connections.make(await agreement({ name: "Half", application: "half", scopes: ["account:read"] }), {
    log: [read],
    actions: null,
  });
}

/** Creates connections that require approval, each with an open and an approved request. */
async function asking(): Promise<void> {
  for (const [orders, madeAt] of [
    [0, "2026-11-02T09:00:00Z"],
    [4_990, "2026-11-03T09:00:00Z"],
  ] as const) {
    const asks = { cancel: orders !== 0, domains: false, orders };
    const one = await agreement({ name: `Asks ${orders}`, asks, madeAt });
    await connections.make(one);
    for (const state of ["ASKED", "APPROVED"] as const) {
      account.held.set(state + orders, sampleApproval(one.id, "renewDomain", { id: state + orders, state }));
    }
  }
}

/** The page section that test/unit/pages/connecting.test.tsx covers. */
const CLIENTS = /<section class="clients".*?<\/section>/gs;

type ListState = [prepare: () => Promise<unknown>, query?: string, context?: Context];
const nothing = async () => undefined;
const samples = () => sampleConnections(pages);
const one = async () => connections.make(await agreement({ name: "Notes" }), { log: busyLog(2) });
const LISTS: Record<string, ListState> = {
  "nothing is connected": [nothing],
  "connections, in the demonstration": [samples, "", { described: sampleDescription({ demonstration: true }) }],
  "every outcome, and when it was used": [eachOutcome],
  "approvals and their requests": [asking],
  "a search": [eachOutcome, "&q=half"],
  "a search that finds nothing": [eachOutcome, "&q=nothing"],
  "a new token": [nothing, "&new-token&account=1001"],
  "a new token of a contact": [nothing, "&new-token", { signedIn: signedInAs("contact") }],
  "a new token, long after the sign-in": [nothing, "", { signedIn: signedInAs("owner", NOW - 16 * MINUTE) }],
  "only read": [one, "&new-token&account=1001", ONLY_READ],
  "nobody knows what is taken": [nothing, "&new-token&account=1001", { described: null }],
  "the billing system is down": [one, "", DOWN],
  "the account is down": [one, "", { account: () => ({ ...account, entries: reject, approvals: reject }) }],
};

test.each(LANGUAGES)("the list of connections matches the committed text in %s", async (language) => {
  const texts: string[] = [];
  for (const [title, [prepare, query = "", context]] of Object.entries(LISTS)) {
    await pages.clear();
    await prepare();
    const html = await pages.html(`?lang=${language}${query}`, context);
    texts.push(`## ${title}\n\n${pageText(html.replace(CLIENTS, ""))}`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`texts/list.${language}.txt`);
});

const asked = async (
  operation: ApprovableCommand,
  changes: Partial<ApprovalView> = {},
  by: Partial<Agreement> = {},
): Promise<string> => {
  const made = await agreement({ scopes: ["account:read", "billing:write"], ...by });
  await connections.make(made);
  const approval = sampleApproval(made.id, operation, { loginId: LOGINS.owner, ...changes });
  account.held.set(approval.id, approval);
  return `${LIST}/approvals/${made.id}.${approval.id}`;
};

const STATES: ApprovalState[] = ["APPROVED", "CONSUMED", "DECLINED", "LAPSED", "VOID"];
const decidedAt = "2026-11-20T14:05:00Z";
const APPROVALS: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(
    (Object.keys(SAMPLE_STATEMENTS) as ApprovableCommand[]).map((operation) => [operation, () => asked(operation)]),
  ),
  ...Object.fromEntries(
    STATES.map((state) => [
      state,
      () => asked("renewDomain", { state, decidedAt, ...(state === "APPROVED" ? {} : { statement: null }) }),
    ]),
  ),
  ...Object.fromEntries(
    (["succeeded", "in_progress", "refused", "failed"] as const).map((outcome) => [
      `CONSUMED, ${outcome}`,
      () => asked("renewDomain", { state: "CONSUMED", decidedAt, outcome, statement: null }),
    ]),
  ),
  "of one that registered itself": () => asked("setDomainLock", {}, { origin: { kind: "unverified" } }),
  "not there": async () => `${LIST}/approvals/none`,
  "of an account that was lost": () => asked("setDomainLock", {}, { accountId: 1003 }),
};

test.each(LANGUAGES)("the page of each approval matches the committed text in %s", async (language) => {
  const owner = new Browser(pages, signedInAs("owner"));
  const late = new Browser(pages, signedInAs("owner", NOW - 16 * MINUTE));
  const texts: string[] = [];
  const add = async (title: string, page: Response) => texts.push(`## ${title}\n\n${pageText(await page.text())}`);
  for (const [title, make] of Object.entries(APPROVALS)) await add(title, await owner.open(await make(), language));
  await add("long after the sign-in", await late.open(await asked("transferDomainOut"), language));
  await expect(texts.join("\n")).toMatchFileSnapshot(`texts/approvals.${language}.txt`);
});
