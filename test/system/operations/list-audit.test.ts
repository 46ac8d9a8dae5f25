import { expect, inject, test } from "vitest";
import { AccountClient } from "../../support/account-client.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";

const api = new AccountClient();

interface Entry {
  id: string;
  at: string;
  target: string | null;
  request_id: string;
}

/** Waits for the log entries of calls, because the API logs a call just after its response. */
async function entriesOf(responses: Response[], token: string): Promise<(Entry | undefined)[]> {
  let found: (Entry | undefined)[] = [];
  const readAll = async () => {
    const { entries } = await api.read<{ entries: Entry[] }>("/account/audit?limit=100", token);
    const ids = responses.map(({ headers }) => headers.get("X-Request-Id"));
    found = ids.map((id) => entries.find(({ request_id }) => request_id === id));
    return found.every((entry) => entry !== undefined);
  };
  await expect.poll(readAll).toBe(true);
  return found;
}

test("the log has every call with its outcome, including refused calls", async () => {
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

test("a limited connection of the same application sees no target outside its limit", async () => {
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
