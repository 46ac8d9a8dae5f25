import { createExecutionContext, evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { Sessions } from "../../shared/pages/sign-in/sessions.ts";
import { ObjectIds } from "../../shared/platform/ids.ts";
import { Signer } from "../../shared/platform/service-key.ts";
import { cancellationConfirm } from "../../workers/account/actions/cancellation-confirm.ts";
import { readCursor, writeCursor } from "../../workers/account/queries/cursors.ts";
import { applicationDependencies, bearerOf, eachWithNewAccount, isReplayed } from "./support/account-api.ts";
import { actingApplication } from "./support/acting-application.ts";
import { bindings } from "./support/bindings.ts";
import { script } from "./support/scripted-billing.ts";

eachWithNewAccount();

const MINUTE = 60_000;

test("after one rotation connections, sessions and cursors go on, after the second they are refused; an order is never repeated", async () => {
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
  const sessions = new Sessions({ name: "session", path: "/" }, signer, () => ({}) as never, { add: async () => {} });
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

test("a key is not rotated while the newest key does not sign: what the key before it signed goes on", async () => {
  const key = bindings.SERVICE_KEY.getByName("rotated-at-once");
  const signsFrom = await key.rotate(0);
  expect(signsFrom).toBe(10 * MINUTE);
  const keys = await key.keys();
  expect(await key.rotate(10 * MINUTE - 1)).toBeNull();
  expect(await key.keys()).toEqual(keys);
});
