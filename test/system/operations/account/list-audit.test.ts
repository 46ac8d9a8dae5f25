import { describe, expect, inject, test } from "vitest";
import { AccountClient, type Caller } from "../../../support/account-client.ts";
import {
  expectAccountHeaders,
  expectCursorIsBound,
  type ListAnswer,
  nextCursor,
  walkList,
  withCursor,
} from "../../../support/account-lists.ts";
import { ConnectingApplication } from "../../../support/connecting-application.ts";

const api = new AccountClient();

interface Entry {
  id: string;
  at: string;
  target: string | null;
  request_id: string;
}
interface Audit extends ListAnswer {
  entries: Entry[];
}

const latest = async (by: Caller) => (await api.read<Audit>("/account/audit?limit=100", by)).entries;
const idOf = ({ headers }: Response) => headers.get("X-Request-Id");
/** So many calls, one after the other, once they are in the log. */
async function called(token: string, count: number): Promise<(string | null)[]> {
  const responses: Response[] = [];
  for (let call = 0; call < count; call++) responses.push(await api.request("/account", token));
  await entriesOf(responses, token);
  return responses.map(idOf);
}

/** The entries of calls, the newest first; a call is taken down just after it was answered, so this waits for it. */
async function entriesOf(responses: Response[], token: string): Promise<(Entry | undefined)[]> {
  let found: (Entry | undefined)[] = [];
  await expect
    .poll(async () => {
      const entries = await latest(token);
      found = responses.map((response) => entries.find(({ request_id }) => request_id === idOf(response)));
      return found.every((entry) => entry !== undefined);
    })
    .toBe(true);
  return found;
}

test("gives the account, the entries and how long they are kept", async () => {
  const response = await api.request("/account/audit");
  expectAccountHeaders(response);
  expect(await response.json()).toMatchObject({
    account: { id: 1001, name: "Studio Ana Inc." },
    entries: expect.any(Array),
    retention_days: 180,
  });
});

test("every call is in it with how it ended, refusals too", async () => {
  const token = await api.token({ login: "contact" });
  const calls = ["/account/domains", "/account/services", "/account/tickets?limit=0"];
  const responses: Response[] = [];
  for (const call of calls) responses.push(await api.request(call, token));
  const entries = await entriesOf(responses, token);
  expect(entries.map((entry) => ({ ...entry, id: "", at: "", request_id: "" }))).toEqual(
    [
      { operation: "listDomains", outcome: "succeeded", status: 200, code: null },
      { operation: "listServices", outcome: "refused", status: 403, code: "permission_denied" },
      { operation: "listTickets", outcome: "refused", status: 400, code: "invalid_parameter" },
    ].map((entry) => ({ ...entry, id: "", at: "", request_id: "", target: null, via: "http", approval: null })),
  );
  for (const entry of entries) expect(entry?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
});

test("a call without the credential, or of what needs none, is not in it", async () => {
  const token = await api.token({ login: "nocard" });
  const description = await api.request("/account/openapi.json", token);
  const foreign = await api.request("/account", `${token}x`);
  expect(foreign.status).toBe(401);
  const known = await api.request("/account", token);
  await entriesOf([known], token);
  const ids = (await latest(token)).map(({ request_id }) => request_id);
  for (const unlogged of [description, foreign]) expect(ids).not.toContain(idOf(unlogged));
});

test("another application's entries are not in it, for the same login and account", async () => {
  const token = await api.token({ scopes: ["billing:write"] });
  const other = await api.token({ scopes: ["domains:write"] });
  const call = await api.request("/account", token);
  await entriesOf([call], token);
  expect((await latest(other)).map(({ request_id }) => request_id)).not.toContain(idOf(call));
});

describe("paging", () => {
  test("the whole log, newest first, nothing twice, though it grows by every page", async () => {
    const token = await api.token({ login: "big", scopes: ["billing:write"] });
    const calls = new Set(await called(token, 12));
    const entries = await walkList<Entry>(api, "/account/audit?limit=5", token);
    const ids = entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(entries.filter(({ request_id }) => calls.has(request_id))).toHaveLength(12);
    const keys = entries.map(({ at, id }) => `${at} ${id}`);
    expect(keys).toEqual(keys.toSorted().reverse());
  });

  test("a page that is just full is the last one", async () => {
    const token = await api.token({ login: "big", scopes: ["domains:write"] });
    await called(token, 4);
    // What is older than a cursor stays as many, however many calls come after.
    const cursor = await nextCursor(api, "/account/audit?limit=1", token);
    const older = (limit: number) => api.read<Audit>(withCursor(`/account/audit?limit=${limit}`, cursor), token);
    const { length } = (await older(100)).entries;
    expect(length).toBeGreaterThanOrEqual(3);
    const full = await older(length);
    expect(full.entries).toHaveLength(length);
    expect(full.next_cursor).toBeNull();
    const short = await older(length - 1);
    expect(short.entries).toEqual(full.entries.slice(0, -1));
    expect(short.next_cursor).not.toBeNull();
  });

  test("a cursor is good for its list alone", async () => {
    await called(await api.token({ login: "big" }), 6);
    await expectCursorIsBound(api, "/account/audit?limit=2", { login: "big" }, [
      "/account/services?limit=2",
      "/account/tickets?limit=2",
    ]);
  });
});

test("a limited connection of the same application sees no target out of its reach", async () => {
  const application = await ConnectingApplication.register(inject("origin"));
  const whole = await application.directTokens({ account: 1001, scopes: ["domains:write"] });
  const calls: Response[] = [];
  for (const path of ["/account/domains/ana.dev/registrar", "/account/domains/studio-ana.ca/registrar"]) {
    calls.push(await api.request(path, whole.access_token));
  }
  for (const id of [2101, 2105])
    calls.push(await api.request(`/account/services/${id}/cancellation`, whole.access_token));
  const seenBy = async (limit?: string) => {
    const { access_token } = await application.directTokens({ account: 1001, ...(limit !== undefined && { limit }) });
    const entries = await entriesOf(calls, access_token);
    return entries.map((entry) => entry?.target);
  };
  const [ana, studio] = ["domain:ana.dev", "domain:studio-ana.ca"];
  expect(await seenBy()).toEqual([ana, studio, "service:2101", "service:2105"]);
  expect(await seenBy("service:2105")).toEqual([null, null, null, "service:2105"]);
  const limited = await seenBy(studio);
  expect(limited.slice(0, 2)).toEqual([null, studio]);
  const services = await api.read<{ services: { id: number }[] } & ListAnswer>("/account/services?status=all", {
    limit: studio,
  });
  const within = services.services.map(({ id }) => `service:${id}`);
  expect(limited.slice(2)).toEqual(["service:2101", "service:2105"].map((one) => (within.includes(one) ? one : null)));
});

test.each(["service:2101", "domain:studio-ana.ca"])("a connection limited to %s has its log", async (limit) => {
  const token = await api.token({ limit });
  const call = await api.request("/account/invoices", token);
  expect(await entriesOf([call], token)).toMatchObject([{ operation: "listInvoices", code: "outside_limit" }]);
});
