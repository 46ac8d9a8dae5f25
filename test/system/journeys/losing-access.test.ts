import { expect, test } from "vitest";
import type { Permission } from "../../../shared/billing-contract/actor.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { useWorld } from "../../support/world.ts";
import { losingAccess } from "./reading/losing-access.ts";

const world = useWorld();
const { api } = world;

/** What a login holds of an account, in the engine's tables. */
const customers = {
  async grant(loginId: number, accountId: number, permissions: readonly Permission[]): Promise<void> {
    const change = (sql: string, ...more: unknown[]) => world.billing.prepare(sql).bind(loginId, accountId, ...more);
    await world.billing.batch([
      change("DELETE FROM account_login_permissions WHERE login_id = ? AND account_id = ?"),
      ...permissions.map((permission) => change("INSERT INTO account_login_permissions VALUES (?, ?, ?)", permission)),
    ]);
  },
  async revoke(loginId: number, accountId: number): Promise<void> {
    const sql = "DELETE FROM account_logins WHERE login_id = ? AND account_id = ?";
    await world.billing.prepare(sql).bind(loginId, accountId).run();
  },
};

losingAccess(Object.assign(world, { acts: true, customers }));

test("a billing system that has other customers under the same ids: access_lost, the end, and no mail to them", async () => {
  const application = await ConnectingApplication.register(world.origin);
  const tokens = await application.directTokens({ login: "owner", account: 1001 });
  const get = (path: string) => api.request(`/account${path}`, tokens.access_token);
  const before = (await world.mailsTo("owner@maple.example", 1)).length;
  const { id: installation } =
    (await world.billing.prepare("SELECT id FROM installation").first<{ id: string }>()) ?? {};
  expect((await get("/domains")).status).toBe(200);
  await world.billing.prepare("UPDATE installation SET id = 'another'").run();
  try {
    const lost = await get("/domains");
    expect([lost.status, await lost.json()]).toEqual([403, expect.objectContaining({ code: "access_lost" })]);
    expect((await get("/domains")).status).toBe(401);
    const refreshed = await application.token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
    expect(await refreshed.json()).toMatchObject({ error: "invalid_grant" });
  } finally {
    await world.billing.prepare("UPDATE installation SET id = ?").bind(installation).run();
  }
  expect((await get("/domains")).status, "it has ended").toBe(401);
  expect(await world.mailsTo("owner@maple.example", before)).toHaveLength(before);
});
