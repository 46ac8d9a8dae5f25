import { describe, expect, inject, test } from "vitest";
import { AccountClient, type Caller } from "../../../support/account-client.ts";
import { type ListAnswer, nextCursor, walkList, withCursor } from "../../../support/account-lists.ts";
import { ConnectingApplication } from "../../../support/connecting-application.ts";

const api = new AccountClient();

interface Entry {
  id: string;
  at: string;
  target: string | null;
  request_id: string;
}
type Audit = ListAnswer & { entries: Entry[] };

const latest = async (by: Caller) => (await api.read<Audit>("/account/audit?limit=100", by)).entries;
const idOf = ({ headers }: Response) => headers.get("X-Request-Id");

/** The entries of calls; a call is logged just after it was answered, so this waits for it. */
async function entriesOf(responses: Response[], token: string): Promise<(Entry | undefined)[]> {
  let found: (Entry | undefined)[] = [];
  const readAll = async () => {
    const entries = await latest(token);
    found = responses.map((response) => entries.find(({ request_id }) => request_id === idOf(response)));
    return found.every((entry) => entry !== undefined);
  };
  await expect.poll(readAll).toBe(true);
  return found;
}

/** So many calls, one after the other, once they are in the log. */
async function called(token: string, count: number): Promise<(string | null)[]> {
  const responses: Response[] = [];
  for (let call = 0; call < count; call++) responses.push(await api.request("/account", token));
  await entriesOf(responses, token);
  return responses.map(idOf);
}

test("every call is in it with how it ended, refusals too", async () => {
  const token = await api.token({ login: "contact" });
  const responses: Response[] = [];
  for (const path of ["domains", "services", "tickets?limit=0"])
    responses.push(await api.request(`/account/${path}`, token));
  const common = { id: expect.any(String), at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), via: "http" };
  const entries = await entriesOf(responses, token);
  expect(entries).toEqual(
    [
      { operation: "listDomains", outcome: "succeeded", status: 200, code: null },
      { operation: "listServices", outcome: "refused", status: 403, code: "permission_denied" },
      { operation: "listTickets", outcome: "refused", status: 400, code: "invalid_parameter" },
    ].map((entry) => ({ ...common, ...entry, request_id: expect.any(String), target: null, approval: null })),
  );
});

test("what is without a credential, needs none, or is another application's is not in it", async () => {
  const token = await api.token({ login: "nocard", account: 1004 });
  const description = await api.request("/account/openapi.json", token);
  const foreign = await api.request("/account", `${token}x`);
  expect(foreign.status).toBe(401);
  const other = await api.connect({ login: "nocard", account: 1004 });
  const elsewhere = await api.request("/account", other);
  await entriesOf([await api.request("/account", token)], token);
  await entriesOf([elsewhere], other);
  const ids = (await latest(token)).map(({ request_id }) => request_id);
  for (const unlogged of [description, foreign, elsewhere]) expect(ids).not.toContain(idOf(unlogged));
});

describe("paging", () => {
  test("the whole log, newest first, nothing twice, though it grows by every page", async () => {
    const token = await api.token({ login: "big", scopes: ["billing:write"] });
    const calls = new Set(await called(token, 12));
    const entries = await walkList<Entry>(api, "/account/audit?limit=5", token);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
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
    const full = await older(length);
    expect([full.entries.length, full.next_cursor]).toEqual([length, null]);
    expect((await older(length - 1)).next_cursor).not.toBeNull();
  });
});

test("a limited connection of the same application sees no target out of its limit", async () => {
  const application = await ConnectingApplication.register(inject("origin"));
  const whole = await application.directTokens({ account: 1001, scopes: ["domains:write"] });
  const paths = [
    ...["ana.dev", "studio-ana.ca"].map((name) => `/account/domains/${name}/registrar`),
    ...[2101, 2105].map((id) => `/account/services/${id}/cancellation`),
  ];
  const calls: Response[] = [];
  for (const path of paths) calls.push(await api.request(path, whole.access_token));
  const seenBy = async (limit: string) => {
    const { access_token } = await application.directTokens({ account: 1001, limit });
    return (await entriesOf(calls, access_token)).map((entry) => entry?.target);
  };
  expect(await seenBy("all")).toEqual(["domain:ana.dev", "domain:studio-ana.ca", "service:2101", "service:2105"]);
  expect(await seenBy("service:2105")).toEqual([null, null, null, "service:2105"]);
  expect(await seenBy("domain:studio-ana.ca")).toEqual([null, "domain:studio-ana.ca", "service:2101", null]);
});
