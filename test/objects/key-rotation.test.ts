import { createExecutionContext, evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Place, TokenRequest } from "../../durable-objects/connection/connection-port.ts";
import { rotateKey } from "../../shared/operator-contract/key-rotation.ts";
import { Sessions } from "../../shared/pages/sign-in/sessions.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { ObjectIds } from "../../shared/platform/ids.ts";
import { type ServiceKeys, Signer } from "../../shared/platform/service-key.ts";
import { cancellationConfirm } from "../../workers/account/actions/cancellation-confirm.ts";
import { tokenEndpoint } from "../../workers/account/oauth/token.ts";
import { readCursor, writeCursor } from "../../workers/account/queries/cursors.ts";
import { UNSET_ADDRESSES } from "../support/unset-addresses.ts";
import { applicationDependencies, bearerOf, eachWithNewAccount, isReplayed } from "./support/account-api.ts";
import { actingApplication } from "./support/acting-application.ts";
import { bindings } from "./support/bindings.ts";
import { script } from "./support/scripted-billing.ts";

eachWithNewAccount();

const MINUTE = 60_000;
const FIRST = new Uint8Array(32).fill(1).buffer;
const SECOND = new Uint8Array(32).fill(2).buffer;

test("connections, sessions and cursors survive one key rotation and end with the second, and no order repeats", async () => {
  const key = bindings.SERVICE_KEY.getByName("rotated");
  let at = 0;
  const rotate = async () => {
    await evictDurableObject(key);
    const signsFrom = await key.rotate(at);
    if (signsFrom === null) return false;
    at = signsFrom;
    return true;
  };
  const signer = new Signer(
    () => key.keys(),
    () => at,
  );

  const ids = new ObjectIds(signer, "connection");
  const connection = await ids.mint();
  const url = new URL("https://account.example/");
  const sessions = new Sessions({ name: "session", path: "/" }, signer, () => ({}) as never, { add: async () => true });
  const session = await sessions.start();
  const browser = new Request(url, { headers: { Cookie: sessions.cookie(session, url).split(";")[0] ?? "" } });
  const page = { signer, grant: { id: connection }, operation: { id: "listDomains" } };
  const cursor = (await writeCursor(page, { id: 1 }, {})) ?? undefined;
  const confirms = cancellationConfirm(signer, () => at);
  const statement = { account: { id: 1 }, service: { id: 2 }, when: "immediate" } as never;
  const confirm = await confirms.write(statement);
  const application = actingApplication({ ...applicationDependencies, signer });
  const order = async () =>
    application.fetch(
      new Request("http://localhost/api/v1/account/orders/domain", {
        method: "POST",
        headers: { Authorization: bearerOf(), "Content-Type": "application/json", "Idempotency-Key": "key-1" },
        body: JSON.stringify({ domain: "free-garden.com", accept_terms: "2026-01-01" }),
      }),
      {},
      createExecutionContext(),
    );
  const first = await order();
  expect(first.status).toBe(201);
  const body = await first.text();
  const expectReplayed = async () => {
    const again = await order();
    expect([again.status, isReplayed(again), await again.text()]).toEqual([201, true, body]);
    expect(script.done).toHaveLength(1);
  };

  expect(await rotate()).toBe(true);
  expect(await ids.isOurs(connection)).toBe(true);
  expect(await sessions.of(browser)).toMatchObject({ id: session.id, formToken: session.formToken });
  expect(await readCursor(page, cursor, {})).toEqual({ id: 1 });
  expect(await confirms.isGood(confirm, statement)).toBe(true);
  await expectReplayed();
  const made = await ids.mint();

  expect(await rotate()).toBe(true);
  expect(await ids.isOurs(made)).toBe(true);
  expect(await ids.isOurs(connection)).toBe(false);
  expect(await sessions.of(browser)).toBeNull();
  await expect(readCursor(page, cursor, {})).rejects.toMatchObject({ code: "invalid_parameter" });
  await expectReplayed();
});

test("the key cannot rotate before the newest key is used for signatures", async () => {
  const key = bindings.SERVICE_KEY.getByName("rotated-at-once");
  const said = async (at: number) => (await rotateKey(key, "sessions.", false, at)).text;
  expect(await said(0)).toMatch(/^This is the first rotation: nothing becomes invalid/);
  const signsFrom = await key.rotate(0);
  expect(signsFrom).toBe(10 * MINUTE);
  expect(await said(10 * MINUTE - 1)).toMatch(/wait ten minutes/);
  expect(await said(10 * MINUTE)).toMatch(
    /since 1970-01-01T00:10:00.*invalidates everything signed until then: sessions\.$/,
  );
  const keys = await key.keys();
  expect(await key.rotate(10 * MINUTE - 1)).toBeNull();
  expect(await key.keys()).toEqual(keys);
});

test("a refresh from the same country and network has the same location hashes before and after a key rotation", async () => {
  const placeUnder = async (keys: ServiceKeys): Promise<Place | null> => {
    const places: (Place | null)[] = [];
    const services = {
      signer: new Signer(async () => keys),
      connectionIds: { isOurs: async () => true },
      connectionOf: () => ({
        tokenEndpoint: async ({ place }: TokenRequest) => {
          places.push(place);
          return { status: 200, headers: {}, body: "{}" };
        },
      }),
      findClient: async () => ({ ok: true, client: { record: {} } }),
      registry: { touch: async () => undefined },
      wrongSecrets: { retryAfter: () => null },
    };
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "id:grant:secret", client_id: "a" });
    const cf = { country: "CA", asn: 577 };
    const call = {
      request: new Request("http://localhost:8787/oauth/token", { method: "POST", body, cf }),
      addresses: addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses"),
      requestId: "r",
      waitUntil: () => undefined,
    };
    expect((await tokenEndpoint(call, services as never)).status).toBe(200);
    return places[0] ?? null;
  };
  const place = await placeUnder({ original: FIRST });
  expect(place).toMatchObject({ country: expect.any(String), network: expect.any(String) });
  const rotated = { earlier: FIRST, newest: SECOND, signsFrom: 0 };
  expect(await placeUnder({ original: FIRST, rotated })).toEqual(place);
});
