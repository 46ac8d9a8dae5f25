import { applyD1Migrations } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import { connectionOfApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import { CHANGE_SCOPES } from "../../../shared/account-access/scopes.ts";
import { themeFrom } from "../../../shared/pages/theme.ts";
import { visitOf } from "../../../shared/pages/visit.ts";
import { addressesFor } from "../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../shared/platform/ids.ts";
import { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";
import { connectedAssistants } from "../../../workers/account/pages/connected-assistants/connected-assistants.tsx";
import { SAMPLE_BRAND } from "../../support/sample-brand.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";
import { signer } from "../support/account-world.ts";
import { bindings } from "../support/bindings.ts";
import { ACCOUNT, domainOf } from "../support/sample-answers.ts";
import { recordOf, TestConnection } from "../support/test-connection.ts";

const LIST = "/connected-assistants";
const LOGIN = 1;
let isHeld = false;
const index = new ConnectionIndex(bindings.INDEX, "shop", async () => isHeld);
/** An account on which nothing was done and nothing is asked. */
const NO_ACTIONS = {
  entries: async () => [],
  approval: async () => null,
  approvals: async () => [],
  decideApproval: async () => null,
};

/** The page of connected assistants over the real index and objects. @param form null: the page is asked for */
function ask(path: string, form: Record<string, string> | null): Promise<Response> {
  const visit = visitOf(new Request(`http://localhost:8787${path}`, { headers: { "Accept-Language": "en" } }));
  const addresses = addressesFor(visit.url, UNSET_ADDRESSES);
  if (!addresses) throw new Error("localhost is not answered");
  return connectedAssistants(
    {
      theme: themeFrom(SAMPLE_BRAND),
      visit,
      requestId: "request-1",
      addresses,
      signedIn: { loginId: LOGIN, email: "owner@maple.example", at: Date.now() },
      formToken: "the-form-token",
      index,
      providerActs: { ofLogin: async () => [] },
      connection: (id) => bindings.CONNECTION.getByName(id) as unknown as ConnectionPort,
      account: () => NO_ACTIONS,
      ids: new ObjectIds(signer, "connection"),
      billing: {
        readConsentFacts: async () => ({
          ok: true,
          value: {
            accounts: [{ ...ACCOUNT, owner: true }],
            chosen: {
              holding: { ...ACCOUNT, owner: true, permissions: ["domains", "orders"] },
              domains: null,
              services: null,
            },
          },
        }),
        listDomains: async () => ({
          ok: true,
          value: { account: ACCOUNT, items: [domainOf("ana.dev", true)], next: null },
        }),
        listServices: async () => ({ ok: true, value: { account: ACCOUNT, items: [], next: null } }),
      },
      now: () => Date.now(),
      described: sampleDescription(),
      offered: CHANGE_SCOPES,
    },
    form && new URLSearchParams(form),
  );
}

test("a token is created, used, narrowed and revoked on its real object", async () => {
  await applyD1Migrations(bindings.INDEX, bindings.INDEX_MIGRATIONS);
  const post = (form: Record<string, string>) => ask(LIST, form);
  const list = async (path = LIST) => (await ask(path, null)).text();

  const html = await list(`${LIST}?new-token&account=1001`);
  const once = /name="once" value="(\w+)"/.exec(html)?.[1] ?? "";
  const form = { account: "1001", once, name: "Nightly report", limit: "all", days: "30", action: "create_token" };
  const answer = await (await post({ ...form, operation: "renewDomain" })).text();
  const token = /\bfdk_[0-9A-Za-z]{60}\b/.exec(answer)?.[0] ?? "";
  const id = connectionOfApiToken(token) ?? "";
  expect(once.startsWith(id)).toBe(true);

  const record = recordOf("request-1", { target: "domain:studio-ana.ca", operation: "renewDomain", status: 201 });
  const use = () => new TestConnection({ id }).admit(token, 1, record);
  expect(await use()).toMatchObject({
    outcome: "admitted",
    grant: { accountId: 1001, scopes: ["account:read", "billing:write"], operations: ["renewDomain"] },
  });
  expect((await post({ ...form, name: "Another" })).status).toBe(303);
  const used = await list();
  expect(used).toContain("last used now");
  expect(used).toContain("What it did (1)");

  expect((await post({ connection: id, limit: "domain:ana.dev", action: "narrow" })).status).toBe(303);
  expect(await use()).toMatchObject({
    outcome: "admitted",
    grant: { scopes: ["account:read"], operations: [], limit: { kind: "domain", name: "ana.dev" } },
  });
  expect((await post({ connection: id, limit: "all", action: "narrow" })).status).toBe(409);
  expect(await list()).toContain("Only ana.dev");

  const ended = await post({ connection: id, action: "disconnect" });
  expect(await use()).toEqual({ outcome: "refused" });
  expect(await list(ended.headers.get("Location") ?? "")).toContain("Nightly report was revoked.");
  expect(await index.alive({ loginId: LOGIN })).toEqual([]);
});

test("while the account database is on hold no token is made, and its customer reads why", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const html = await (await ask(`${LIST}?new-token&account=1001`, null)).text();
  const once = /name="once" value="(\w+)"/.exec(html)?.[1] ?? "";
  const form = { account: "1001", once, name: "Held", limit: "all", days: "30", action: "create_token" };
  isHeld = true;
  const refused = await ask(LIST, form);
  isHeld = false;
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("checking our records first")]);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject([{ event: "connection_not_made", cause: { name: "StoreHeld" } }]);
  expect(await (await ask(LIST, form)).text()).toMatch(/\bfdk_/);
  logged.mockRestore();
});
