import { afterEach, describe, expect, test } from "vitest";
import type { Caller } from "../../support/account-client.ts";
import type { World } from "../../support/world.ts";

/** Defines the tests with a slow installation, a flood of requests, and an installation that is down. */
export function load(world: World): void {
  afterEach(() => {
    world.whmcs.faults.clear();
    world.whmcs.latencyMs = 0;
  });

  async function ask(path: string, by: Caller = { login: "owner", account: 1001 }) {
    const response = await world.api.request(`/account/${path}`, by);
    const body = (await response.json()) as { code?: string };
    const retryAfter = Number(response.headers.get("retry-after"));
    return { status: response.status, code: body.code, retryAfter };
  }

  const callsOf = (action: string) => world.whmcs.calls.filter((call) => call.action === action).length;
  const plans = () => fetch(`${world.origin}/api/v1/plans?currency=CAD`);

  describe("a slow installation", () => {
    test("serves the other callers of a shared read after the first caller disconnects", async () => {
      const by = { login: "owner", account: 1001 } as const;
      const token = await world.api.token({ scopes: [], ...by });
      await ask("services");
      world.whmcs.latencyMs = 1_000;
      const before = callsOf("GetClientsProducts");
      const leaving = new AbortController();
      const first = fetch(`${world.origin}/api/v1/account/services`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: leaving.signal,
      });
      await expect.poll(() => callsOf("GetClientsProducts") - before).toBe(1);
      const others = [ask("services"), ask("services")];
      leaving.abort();
      await expect(first).rejects.toThrow(/abort/i);
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
      expect(callsOf("GetClientsProducts") - before).toBe(1);
    });

    test("serves a flood up to the limit and refuses the other requests with a time to retry", async () => {
      const logins = { owner: 1001, totp: 1003, nocard: 1004, big: 1005 };
      const paths = ["services", "domains", "invoices", "invoices?status=paid", "tickets", "tickets?status=all"];
      const callers: Caller[] = Object.entries(logins).map(([login, account]) => ({ login, account }));
      const colleague: Caller = { login: "contact", account: 1001 };
      await Promise.all([...callers, colleague].map((by) => ask("services", by)));
      // Within the maximum wait, there is time for two or three rounds of calls.
      world.whmcs.latencyMs = 1_500;
      world.whmcs.load.most = 0;
      const flood = callers.flatMap((by) => paths.map((path) => ask(path, by)));
      const forbidden = ask("invoices", colleague);
      const answers = await Promise.all(flood);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length).toBeGreaterThan(3);
      expect(refused.length).toBeGreaterThan(3);
      for (const answer of refused)
        expect(answer).toMatchObject({ status: 503, code: "billing_unavailable", retryAfter: 5 });
      // A quarter of the eight slots is reserved for actions.
      expect(world.whmcs.load.most).toBeLessThanOrEqual(6);
      // Under load, the request fails either because of the missing permission or because it is not served.
      expect([403, 503]).toContain((await forbidden).status);
    });
  });

  test("account requests fail with a time to retry while WHMCS is down, and the catalogue still works", async () => {
    await world.whmcs.stop();
    const answers = [await ask("services"), await ask("tickets"), await ask("invoices")];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, code: "billing_unavailable" });
      expect(answer.retryAfter).toBeGreaterThan(0);
    }
    expect((await plans()).status).toBe(200);
  });
}
