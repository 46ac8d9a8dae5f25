import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OAuthDoor } from "./support/oauth-door.ts";

export function registration(door: OAuthDoor): void {
  const DAY = 86_400_000;
  const GOOD = {
    client_name: "Atelier",
    redirect_uris: ["https://app.example/cb"],
    token_endpoint_auth_method: "none",
  };

  let caller = 0;
  afterEach(() => door.clock(null));

  const post = (body: unknown, address = `2001:db8:ffff:${++caller}::1`) =>
    door.fetch("/oauth/register", {
      method: "POST",
      headers: { "CF-Connecting-IP": address, "Content-Type": "application/json", Origin: "https://inspector.example" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  test("a registration stores the application and creates a secret only on request", async () => {
    const response = await post(GOOD);
    expect(response.status).toBe(201);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "ratelimit-policy": '"registrations";q=60;w=3600',
    });
    const { client_id: id, ...client } = await response.json<{ client_id: string; client_secret?: string }>();
    expect(client).toMatchObject({ ...GOOD, grant_types: ["authorization_code"] });
    expect(client.client_secret).toBeUndefined();
    expect(await door.clientOf(id)).toMatchObject({ client: { id, name: "Atelier", origin: { kind: "unverified" } } });

    const confidential = await door.register({ ...GOOD, token_endpoint_auth_method: "client_secret_post" });
    expect(confidential).toMatchObject({ client_secret: expect.any(String), client_secret_expires_at: 0 });
    expect(await door.find(confidential.client_id)).not.toContain(confidential.client_secret);
  });

  test("the server accepts a private-use scheme next to an https URL and ignores a name that consists of control characters", async () => {
    const redirects = ["cursor://anysphere.cursor-mcp/oauth/callback", "https://app.example/cb", "http://127.0.0.1/cb"];
    const { client_id: id } = await door.register({ ...GOOD, redirect_uris: redirects, client_name: "\u202e\u200b" });
    expect(JSON.parse((await door.find(id)) ?? "")).toMatchObject({ redirectUris: redirects });
    expect(await door.clientOf(id)).toMatchObject({ client: { name: "Unnamed application" } });
  });

  const listing = (...redirects: unknown[]) => ({ ...GOOD, redirect_uris: redirects });
  const long = (bytes: number) => [1, 2, 3].map((one) => `https://app.example/${one}${"a".repeat(bytes)}`);
  const REFUSED: Record<string, unknown[]> = {
    invalid_client_metadata: [
      ...["", "[]", "{", listing(...long(1_400)), { ...GOOD, client_name: 7 }, { ...GOOD, grant_types: ["implicit"] }],
      ...[
        { ...GOOD, client_name: "a".repeat(201) },
        { ...GOOD, "client_name#fr": "a".repeat(201) },
      ],
    ],
    // test/unit/oauth/redirect-uri.test.ts covers the refused URIs.
    invalid_redirect_uri: [
      ...[{}, listing(), listing(7), listing("https://app.example/cb", "javascript:alert(1)")],
      listing(...Array.from({ length: 21 }, (_, index) => `https://app.example/${index}`)),
    ],
  };

  test.each(Object.entries(REFUSED).flatMap(([error, bodies]) => bodies.map((body) => ({ error, body }))))(
    "$body is refused as $error and not stored",
    async ({ body, error }) => {
      const before = await door.db.prepare("SELECT count(*) AS rows FROM clients").first("rows");
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error,
        error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
      });
      expect(await door.db.prepare("SELECT count(*) AS rows FROM clients").first("rows")).toBe(before);
    },
  );

  test("a registration stores only the metadata fields that the server uses, at most 4 KiB", async () => {
    const filler = "x".repeat(10_000);
    const said = {
      client_uri: `https://app.example/${filler}`,
      policy_uri: "https://app.example/p",
      contacts: [filler],
    };
    const more = {
      "client_name#fr": "Atelier",
      software_id: "1",
      jwks_uri: "https://app.example/keys",
      scope: "openid",
    };
    const { client_id: id, ...answer } = await door.register({ ...GOOD, ...said, ...more });
    expect(Object.keys(answer)).not.toContain("client_uri");
    const record = (await door.find(id)) ?? "";
    expect(Object.keys(JSON.parse(record)).toSorted()).toEqual(
      "authMethodExplicit clientId clientName grantTypes redirectUris registrationDate responseTypes tokenEndpointAuthMethod".split(
        " ",
      ),
    );
    const large = await door.register({ ...GOOD, redirect_uris: long(1_200) });
    const kept = ((await door.find(large.client_id)) ?? "").length;
    expect(kept).toBeGreaterThan(3_500);
    expect(kept).toBeLessThanOrEqual(4_096);
    const bytesLeft = Math.floor((4_096 - kept) / 3);
    await door.register({ ...GOOD, redirect_uris: long(1_200 + bytesLeft) });
    expect((await post({ ...GOOD, redirect_uris: long(1_201 + bytesLeft) })).status).toBe(400);
  });

  describe("registrations beyond the limit for unconnected applications", () => {
    const registerTight = (address: string) =>
      door.fetch("/tight/oauth/register", {
        method: "POST",
        headers: { "CF-Connecting-IP": address },
        body: JSON.stringify(GOOD),
      });
    const unconnected = () => door.db.prepare("SELECT count(*) AS rows FROM unconnected_clients").first<number>("rows");
    /** Registers applications from four /48 networks, each time from a new /64. @param each the number for each /48 */
    const attack = async (each: number) => {
      for (let one = 0; one < each; one++) {
        for (const line of [1, 2, 3, 4]) {
          expect((await registerTight(`2001:db8:a${line}:${++caller}::1`)).status).toBe(201);
        }
      }
    };
    beforeEach(async () => void (await door.db.exec("DELETE FROM unconnected_clients")));

    test("four /48 networks fill at most half of the table, so other applications can connect", async () => {
      await attack(6);
      expect(await unconnected()).toBe(16);
      const others: string[] = [];
      for (let other = 0; other < 16; other++) {
        const answer = await registerTight(`203.0.113.${100 + other}`);
        others.push((await answer.json<{ client_id: string }>()).client_id);
        if (other % 4 === 0) await attack(1);
      }
      expect(await unconnected()).toBe(32);
      for (const id of others) {
        expect(await door.clientOf(id)).toMatchObject({ ok: true });
        await door.touch(id);
      }
      expect(await unconnected()).toBe(16);
      await attack(1);
      for (const id of others) expect(await door.find(id), "connected").not.toBeNull();
    });

    test("a registration in a full table deletes the oldest registration of the largest network", async () => {
      const ids: string[] = [];
      const from = async (address: string) => {
        const answer = await registerTight(address);
        ids.push((await answer.json<{ client_id: string }>()).client_id);
      };
      const start = Date.UTC(2028, 0, 1);
      for (let one = 0; one < 33; one++) {
        await door.clock(start + one);
        await from(`198.51.100.${one === 7 ? 5 : one}`);
      }
      const gone = await Promise.all(ids.map(async (id) => ((await door.find(id)) === null ? [id] : [])));
      expect(gone.flat()).toEqual([ids[5]]);
    });

    test("the operator can pause the deletion of registrations", async () => {
      const start = Date.UTC(2028, 1, 1);
      await door.clock(start);
      await door.lift(start + 1);
      await attack(10);
      expect(await unconnected()).toBe(40);
      await door.clock(start + 1);
      await attack(1);
      expect(await unconnected()).toBe(40);
      await door.purge();
      expect(await door.db.prepare("SELECT until FROM lifted_registrations").first()).toBeNull();
    });
  });

  test("a body over 64 KiB is refused", async () => {
    const response = await post({ ...GOOD, padding: "x".repeat(65 * 1024) });
    expect(response.status).toBe(413);
  });

  test("the server deletes an application that got no code within a day", async () => {
    const start = Date.UTC(2026, 11, 1, 12);
    await door.clock(start);
    const [idle, connected] = [await door.register(GOOD), await door.register(GOOD)];
    await door.clock(start + 1_000);
    await door.touch(connected.client_id);
    await door.clock(start + DAY - 1);
    await door.purge();
    expect(await door.find(idle.client_id)).not.toBeNull();
    await door.clock(start + DAY);
    expect(await door.find(idle.client_id), "before it is cleared as well").toBeNull();
    expect(await door.clientOf(idle.client_id)).toEqual({ ok: false, reason: "unknown" });
    await door.purge();
    const rows = door.db.prepare("SELECT id FROM clients WHERE id IN (?, ?)").bind(idle.client_id, connected.client_id);
    expect((await rows.all()).results).toEqual([{ id: connected.client_id }]);
  });

  test("the server deletes an application that is unused for 90 days and records its use once a day", async () => {
    const start = Date.UTC(2027, 0, 1);
    const usedAt = (id: string) =>
      door.db.prepare("SELECT used_at FROM clients WHERE id = ?").bind(id).first("used_at");
    await door.clock(start);
    const [unused, used] = [await door.register(GOOD), await door.register(GOOD)];
    for (const { client_id } of [unused, used]) await door.touch(client_id);
    await door.clock(start + DAY - 1);
    await door.touch(used.client_id);
    expect(await usedAt(used.client_id)).toBe(start);
    await door.clock(start + DAY);
    await door.touch(used.client_id);
    expect(await usedAt(used.client_id)).toBe(start + DAY);

    await door.clock(start + 90 * DAY - 1);
    await door.purge();
    expect(await door.find(unused.client_id)).not.toBeNull();
    await door.clock(start + 90 * DAY);
    await door.purge();
    expect(await door.find(unused.client_id)).toBeNull();
    expect(await door.find(used.client_id)).not.toBeNull();
  });
}
