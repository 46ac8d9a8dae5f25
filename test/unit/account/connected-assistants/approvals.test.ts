import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ApprovalState, ApprovalView } from "../../../../durable-objects/account/approvals/approval-port.ts";
import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { LOGINS } from "../../../billing-contract/questions.ts";
import { type ApprovableCommand, sampleApproval } from "../../../support/sample-approvals.ts";
import { AssistantsPages, agreement, foreignIds, LIST, MINUTE, NOW, signedInAs, wordsOf } from "./assistants-pages.ts";
import { Browser } from "./browser-of.ts";

const pages = await AssistantsPages.start();
const { account, connections } = pages;
beforeEach(() => pages.clear());

const OWNER = new Browser(pages, signedInAs("owner"));
const reject = () => Promise.reject(new Error("no answer"));

/** Creates an approval request for one of the owner's connections. Returns the request and the path of its page. */
async function asked(
  operation: ApprovableCommand = "cancelService",
  changes: Partial<ApprovalView> = {},
  connection: Partial<Agreement> = {},
): Promise<{ approval: ApprovalView; path: string }> {
  const made = await agreement({ scopes: ["account:read", "billing:write"], ...connection });
  await connections.make(made);
  const approval = sampleApproval(made.id, operation, { loginId: LOGINS.owner, ...changes });
  account.held.set(approval.id, approval);
  return { approval, path: `${LIST}/approvals/${made.id}.${approval.id}` };
}

const stateOf = ({ id }: ApprovalView) => account.held.get(id)?.state;

describe("a decision about an approval request", () => {
  test.each<[decision: string, state: ApprovalState]>([
    ["approve", "APPROVED"],
    ["decline", "DECLINED"],
  ])("the decision to %s redirects back to the page", async (decision, state) => {
    const { approval, path } = await asked();
    const response = await OWNER.decide(path, decision);
    expect([response.status, response.headers.get("Location")]).toEqual([303, path]);
    expect(stateOf(approval)).toBe(state);
  });

  test("an approval can be declined until it is used", async () => {
    const { approval, path } = await asked("cancelService", { state: "APPROVED" });
    const html = await (await OWNER.open(path)).text();
    expect([...html.matchAll(/name="decision" value="(\w+)"/g)].map(([, value]) => value)).toEqual(["decline"]);
    await OWNER.decide(path, "decline");
    expect(stateOf(approval)).toBe("DECLINED");
  });

  test.each([[], ["allow"], ["withdraw"], ["approve", "decline"]])(
    "a form with the decision %o decides nothing",
    async (...decisions) => {
      const { approval, path } = await asked();
      expect((await OWNER.decide(path, ...decisions)).status).toBe(400);
      expect(stateOf(approval)).toBe("ASKED");
    },
  );
});

test("the page of a request for another account selects that account", async () => {
  const browser = new Browser(pages, { ...signedInAs("owner"), accountId: 1002 });
  for (const accountId of [1002, 1001]) {
    const { path } = await asked("cancelService", {}, { accountId });
    expect(await (await browser.open(path)).text()).toContain(`</strong> (${accountId})`);
  }
  expect(browser.selected).toEqual([1001]);
});

describe("the approval of a transfer away", () => {
  const LATER = new Browser(pages, signedInAs("owner", NOW - 16 * MINUTE));

  test("requires a recent sign-in, and the sign-in returns to the page", async () => {
    const { approval, path } = await asked("transferDomainOut");
    const html = await (await LATER.open(path)).text();
    expect(html).not.toContain('value="approve"');
    const again = `/sign-in?again=1&to=approval.${approval.connectionId}.${approval.id}`;
    expect(html).toContain(again.replaceAll("&", "&amp;"));
    const refused = await LATER.decide(path, "approve");
    expect(refused.headers.get("Location")).toBe(again);
    expect(stateOf(approval)).toBe("ASKED");
    await OWNER.decide(path, "approve");
    expect(stateOf(approval)).toBe("APPROVED");
  });

  test("is refused if the billing system's sign-in is old, and the page states the next step", async () => {
    const known = { ...signedInAs("owner"), authenticatedAt: NOW - 60 * MINUTE };
    const browser = new Browser(pages, known);
    const { approval, path } = await asked("transferDomainOut");
    const html = await (await browser.open(path)).text();
    expect(html).not.toContain('value="approve"');
    expect(wordsOf(html)).toContain("Sign out there first, then sign in again.");
    expect((await browser.decide(path, "approve")).headers.get("Location")).toContain("/sign-in?again=1");
    expect(stateOf(approval)).toBe("ASKED");
    const asksAnew = new Browser(pages, { ...known, authenticatedAt: NOW - 2 * MINUTE });
    await asksAnew.decide(path, "approve");
    expect(stateOf(approval)).toBe("APPROVED");
  });

  test("can be declined without a recent sign-in", async () => {
    const { approval, path } = await asked("transferDomainOut");
    await LATER.decide(path, "decline");
    expect(stateOf(approval)).toBe("DECLINED");
  });
});

describe("a visitor who cannot decide", () => {
  test("signs in first and then returns to the page", async () => {
    const { approval, path } = await asked();
    const response = await new Browser(pages, null).open(`${path}?lang=fr`);
    const reference = `${approval.connectionId}.${approval.id}`;
    expect(response.headers.get("Location")).toBe(`/sign-in?to=approval.${reference}&lang=fr`);
  });

  test("finds no request under the path of another connection", async () => {
    const { approval } = await asked();
    const other = await agreement();
    await connections.make(other);
    expect((await OWNER.open(`${LIST}/approvals/${other.id}.${approval.id}`)).status).toBe(404);
  });

  test.each<[who: string, path: (path: string) => string | Promise<string>]>([
    ["another login of the account", (path) => path],
    ["a missing request", (path) => path.replace(/\w{22}$/, "0".repeat(22))],
    ["a missing connection", (path) => path.replace(/\w{22}\.(\w{22})$/, `${"0".repeat(22)}.$1`)],
    ["a forged connection", async (path) => path.replace(/\w{22}\.(\w{22})$/, `${await foreignIds.mint()}.$1`)],
    ["no reference", () => `${LIST}/approvals/constructor`],
  ])("gets a 404 page for %s", async (who, at) => {
    const { approval, path } = await asked();
    const browser = who.startsWith("another") ? new Browser(pages, signedInAs("contact")) : OWNER;
    const address = await at(path);
    const response = await browser.open(address);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<nav class="tabbed"');
    expect((await browser.decide(address, "approve")).status).toBe(404);
    expect(stateOf(approval)).toBe("ASKED");
  });
});

describe("the page of a request that cannot be decided", () => {
  test.each<[state: ApprovalState, status: number]>([
    ["ASKED", 410],
    ["APPROVED", 410],
    ["VOID", 410],
    ["CONSUMED", 200],
    ["DECLINED", 200],
  ])("offers no decision in the state %s and returns %i after the connection has ended", async (state, status) => {
    const { approval, path } = await asked("renewDomain", { state });
    await connections.port(approval.connectionId).end("disconnected");
    const response = await OWNER.open(path);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toMatch(/value="(?:approve|decline)"/);
  });

  test("returns 410 without data for an account that the login no longer manages", async () => {
    const { path } = await asked("renewDomain", { state: "CONSUMED" }, { accountId: 1003 });
    const response = await OWNER.open(path);
    expect(response.status).toBe(410);
    expect(wordsOf(await response.text())).not.toContain("Nothing was done");
    const { path: lost } = await asked("renewDomain", {}, { accountId: 1003 });
    expect((await OWNER.decide(lost, "approve")).status).toBe(410);
  });

  test.each<[what: string, changes: ConstructorParameters<typeof Browser>[2]]>([
    ["its account", { account: () => ({ ...account, approval: reject, decideApproval: reject }) }],
    ["the billing system", { billing: { ...pages.billing, readHolding: reject } }],
  ])("has the status 503 and a link for another attempt if %s does not respond", async (_, changes) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { path } = await asked();
    const browser = new Browser(pages, signedInAs("owner"), changes);
    for (const response of [await browser.open(path), await browser.decide(path, "approve")]) {
      expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(await response.text()).toContain(`href="${path}"`);
    }
    vi.restoreAllMocks();
  });
});
