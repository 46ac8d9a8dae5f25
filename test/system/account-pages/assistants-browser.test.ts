import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApprovalView } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Agreement } from "../../../durable-objects/connection/connection-port.ts";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../shared/pages/stylesheet.ts";
import type { AssistantsPageContext } from "../../../workers/account/pages/page-request.ts";
import { LOGINS } from "../../billing-contract/questions.ts";
import { type ApprovableCommand, sampleApproval } from "../../support/sample-approvals.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import {
  AssistantsPages,
  agreement,
  LIST,
  signedInAs,
  theme,
} from "../../unit/account/connected-assistants/assistants-pages.ts";
import { Browser } from "../../unit/account/connected-assistants/browser-of.ts";
import { sampleConnections } from "../../unit/account/connected-assistants/samples.ts";
import { useBrowser } from "../pages/open-browser.ts";
import { testViews, type Visit } from "../pages/view-pages.ts";

const browser = useBrowser();
const assistants = await AssistantsPages.start();
const { connections } = assistants;
const customer = new Browser(assistants, signedInAs("owner"));
let context: Partial<AssistantsPageContext> = {};
let server: Server;

/** Returns the page, its stylesheet or an empty response. */
async function answer(path: string, form: string | null): Promise<Response> {
  if (STYLESHEET_PATH.test(path)) return stylesheetResponse(theme.stylesheet, path);
  if (!path.startsWith(LIST)) return new Response(null, { status: path === "/favicon.svg" ? 204 : 404 });
  if (path.startsWith(`${LIST}/approvals/`)) {
    const decisions = new URLSearchParams(form ?? "").getAll("decision");
    return form === null ? customer.open(path) : customer.decide(path.replace(/\?.*/, ""), ...decisions);
  }
  return assistants.ask(path, form === null ? null : [...new URLSearchParams(form)], context);
}

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const form = incoming.method === "POST" ? await text(incoming) : null;
    const response = await answer(incoming.url ?? "/", form);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());
beforeEach(async () => {
  context = {};
  await assistants.clear();
});

/** Opens the page. @param query further query parameters, starting with `&` */
async function open(language: string, query = ""): Promise<Page> {
  const { port } = server.address() as AddressInfo;
  return browser.open(`http://127.0.0.1:${port}${LIST}?lang=${language}${query}`);
}

async function unfold(page: Page, within = "body"): Promise<void> {
  for (const details of await page.locator(`${within} details`).all()) {
    await details.evaluate((element) => element.setAttribute("open", ""));
  }
}

/** Creates an approval request by one of the owner's applications. Returns the path of its page. */
async function asked(
  operation: ApprovableCommand,
  changes: Partial<ApprovalView> = {},
  by: Partial<Agreement> = {},
): Promise<string> {
  const made = await agreement({ scopes: ["account:read", "billing:write", "domains:write"], ...by });
  await connections.make(made);
  const approval = sampleApproval(made.id, operation, { loginId: LOGINS.owner, ...changes });
  assistants.account.held.set(approval.id, approval);
  return `/approvals/${made.id}.${approval.id}`;
}

async function openAt(path: string, language: string): Promise<Page> {
  const { port } = server.address() as AddressInfo;
  return browser.open(`http://127.0.0.1:${port}${LIST}${path}?lang=${language}`);
}

/** The states of the pages, each with the steps to reach it. */
const STATES: Record<string, Visit> = {
  approval: async (language) => openAt(await asked("cancelService"), language),
  "approval-zone": async (language) => openAt(await asked("changeDnsZone"), language),
  approved: async (language) => {
    const path = await asked("renewDomain");
    const page = await openAt(path, language);
    await page.locator("[value=approve]").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").waitFor();
    return openAt(path, language);
  },
  consumed: async (language) =>
    openAt(await asked("renewDomain", { state: "CONSUMED", outcome: "in_progress", statement: null }), language),
  "approval-unknown": (language) => openAt("/approvals/none", language),
  waiting: async (language) => {
    // The two applications have the same name, so the card must show which one has the request.
    await asked("renewDomain", { id: "7qT1yYcVq0Zk3mWbXo8Rj2" });
    await asked("cancelService", {}, { asks: { cancel: true, domains: true, orders: 5_000 } });
    const page = await open(language);
    await page.locator("details:has([name=ask][checked]) > summary").click();
    return page;
  },
  empty: (language) => open(language),
  list: async (language) => {
    const { atlas } = await sampleConnections(assistants);
    context = { described: sampleDescription({ demonstration: true }) };
    const page = await open(language);
    await page.locator(`#connection-${atlas} details`).first().locator("summary").click();
    return page;
  },
  searched: async (language) => {
    await sampleConnections(assistants);
    for (const name of ["Nightly backup", "Another report"]) {
      await connections.make(await agreement({ name, application: name }));
    }
    const page = await open(language, "&q=report");
    // On a narrow screen, the language link must be on one line with the login.
    await page.setViewportSize({ width: 390, height: 844 });
    const middles = await page.locator(".page-header .end > *").evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
    expect(middles).toHaveLength(2);
    expect(new Set(middles).size).toBe(1);
    return page;
  },
  unfolded: async (language) => {
    await sampleConnections(assistants);
    const page = await open(language);
    await unfold(page);
    return page;
  },
  "asks-wrong": async (language) => {
    const { atlas } = await sampleConnections(assistants);
    const page = await open(language);
    const card = page.locator(`#connection-${atlas}`);
    await card.locator(".fold > summary").click();
    await card.locator("[name=ask][value=orders]").check();
    await card.locator("[name=ask_amount]").fill("fifty");
    await card.locator("button[value=ask]").click();
    await page.getByRole("alert").waitFor();
    return page;
  },
  "token-form": async (language) => {
    context = { signedIn: signedInAs("contact") };
    const page = await open(language, "&new-token");
    await unfold(page, ".new-token");
    return page;
  },
  "token-made": async (language) => {
    const page = await open(language, "&new-token&account=1001");
    await page.locator("#token-name").fill("Nightly report");
    await page.locator("[name=days][value='90']").check();
    await page.locator("[value=create_token]").click();
    await page.locator(".new-secret").waitFor();
    return page;
  },
};

testViews(STATES, {
  targets: "header a, header button, footer a, main .button, label.tick, main select, summary, .links a",
  unfolded: "unfolded",
});

test("the Enter key in a checkbox saves the permissions and does not disconnect", async () => {
  const { atlas } = await sampleConnections(assistants);
  const page = await open("en");
  const card = page.locator(`#connection-${atlas}`);
  await card.locator("details:has([name=scope]) > summary").click();
  await card.locator("[name=scope]").uncheck();
  await card.locator("[name=scope]").press("Enter");
  await page.getByRole("status").waitFor();
  expect(connections.held.get(atlas)).toMatchObject({ end: null, agreement: { scopes: ["account:read"] } });
});
