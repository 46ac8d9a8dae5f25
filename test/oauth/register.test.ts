import { afterAll, beforeAll, expect, test } from "vitest";
import { type OAuthDoor, openOAuthDoor } from "./support/oauth-door.ts";

const DAY = 86_400_000;
const GOOD = { client_name: "Atelier", redirect_uris: ["https://app.example/cb"], token_endpoint_auth_method: "none" };

let door: OAuthDoor;
let caller = 0;
beforeAll(async () => {
  door = await openOAuthDoor();
});
afterAll(() => door.close());

const post = (body: unknown, address = `2001:db8:ffff:${++caller}::1`) =>
  door.fetch("/oauth/register", {
    method: "POST",
    headers: { "CF-Connecting-IP": address, "Content-Type": "application/json", Origin: "https://inspector.example" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

test("an application that registers is known from then on, with a secret only if it wants one", async () => {
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

test("a private-use scheme beside an https address is taken; a name of controls alone is no name", async () => {
  const redirects = ["cursor://anysphere.cursor-mcp/oauth/callback", "https://app.example/cb", "http://127.0.0.1/cb"];
  const { client_id: id } = await door.register({ ...GOOD, redirect_uris: redirects, client_name: "\u202e\u200b" });
  expect(JSON.parse((await door.find(id)) ?? "")).toMatchObject({ redirectUris: redirects });
  expect(await door.clientOf(id)).toMatchObject({ client: { name: "Unnamed application" } });
});

const listing = (...redirects: unknown[]) => ({ ...GOOD, redirect_uris: redirects });
test.each([
  ["", "invalid_client_metadata"],
  ["[]", "invalid_client_metadata"],
  ["{", "invalid_client_metadata"],
  [{}, "invalid_redirect_uri"],
  [listing(), "invalid_redirect_uri"],
  [listing(7), "invalid_redirect_uri"],
  [listing("https://app.example/cb", "javascript:alert(1)"), "invalid_redirect_uri"],
  [listing("https://app.example/cb", "data:text/html,x"), "invalid_redirect_uri"],
  [listing("http://app.example/cb"), "invalid_redirect_uri"],
  [listing("https://app.example/cb#x"), "invalid_redirect_uri"],
  [listing(`https://app.example/${"a".repeat(2_000)}`), "invalid_redirect_uri"],
  [listing(...Array.from({ length: 21 }, (_, index) => `https://app.example/${index}`)), "invalid_redirect_uri"],
  [{ ...GOOD, client_name: "a".repeat(201) }, "invalid_client_metadata"],
  [{ ...GOOD, "client_name#fr": "a".repeat(201) }, "invalid_client_metadata"],
  [{ ...GOOD, client_name: 7 }, "invalid_client_metadata"],
  [{ ...GOOD, grant_types: ["implicit"] }, "invalid_client_metadata"],
])("%j is refused as %s, and nothing is kept", async (body, error) => {
  const before = await door.db.prepare("SELECT count(*) AS rows FROM clients").first("rows");
  const response = await post(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  expect(await door.db.prepare("SELECT count(*) AS rows FROM clients").first("rows")).toBe(before);
});

test("64 KiB are read, not more", async () => {
  const response = await post({ ...GOOD, padding: "x".repeat(65 * 1024) });
  expect(response.status).toBe(413);
});

test("the 61st registration of an hour from one address is refused, of another one is not", async () => {
  for (let call = 0; call < 60; call++) expect((await post("{}", "203.0.113.9")).status).toBe(400);
  const refused = await post(GOOD, "203.0.113.9");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" });
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(3_000);
  expect(wait).toBeLessThanOrEqual(3_600);
  expect(refused.headers.get("RateLimit")).toBe(`"registrations";r=0;t=${wait}`);
  expect((await post(GOOD, "203.0.113.10")).status).toBe(201);
});

test("it answers POST and preflights", async () => {
  const preflight = await door.fetch("/oauth/register", { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("POST, OPTIONS");
  const get = await door.fetch("/oauth/register");
  expect(get.status).toBe(405);
  expect(get.headers.get("Allow")).toBe("POST, OPTIONS");
});

test("what is not used for 90 days is forgotten, use is marked once a day", async () => {
  const start = Date.UTC(2027, 0, 1);
  const usedAt = (id: string) => door.db.prepare("SELECT used_at FROM clients WHERE id = ?").bind(id).first("used_at");
  await door.clock(start);
  const [unused, used] = [await door.register(GOOD), await door.register(GOOD)];
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
  await door.clock(null);
});
