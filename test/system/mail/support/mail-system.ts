import type { Agreement } from "../../../../durable-objects/connection/connection-port.ts";
import { LOGINS } from "../../../engine/support/questions.ts";
import type { World, WorldOptions } from "../../../support/world.ts";
import type { NoticeCall } from "./mail-door.worker.ts";

/** Gives notices through the real binding, with the embedded billing engine. */
const MAIL_DOOR = {
  name: "mail-door",
  main: "test/system/mail/support/mail-door.worker.ts",
  services: [{ binding: "BILLING", service: "frontdesk-billing" }],
  send_email: [{ name: "EMAIL" }],
};

/** The notices on the real runtime. */
export function mailWorld(sender = "no-reply@maple.example"): WorldOptions {
  return { workers: [{ ...MAIL_DOOR, vars: { MAIL_FROM: sender } }, "billing"], isDemonstration: false };
}

/** Gives a notice and waits until it is given; how often the binding was asked to send. */
export async function give(world: World, call: NoticeCall): Promise<{ attempts: number }> {
  const answer = await fetch(world.origin, { method: "POST", body: JSON.stringify(call) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { attempts: number };
}

/** What the owner of account 1001 agreed to with an application whose origin is known. */
export function agreed(changes: Partial<Agreement> = {}): Agreement {
  return {
    id: "0000000000000000000001",
    name: "Atlas Assistant",
    application: "https://atlas.example/client.json",
    origin: { kind: "verified", domain: "atlas.example" },
    returnsTo: "app.atlas.example",
    loginId: LOGINS.owner,
    accountId: 1001,
    accountName: "Studio Ana Inc.",
    currency: "CAD",
    scopes: ["account:read"],
    operations: null,
    limit: { kind: "account" },
    limitName: null,
    madeAt: "2026-11-20T14:05:09.000Z",
    pages: "https://desk.maple.example",
    endsAt: null,
    ...changes,
  };
}

/** An API token of the owner that may renew domain names. */
export const API_TOKEN: Partial<Agreement> = {
  name: "Nightly backup",
  origin: { kind: "token", prefix: "fdk_Ab3d", lastFour: "9xYz" },
  returnsTo: null,
  scopes: ["account:read", "billing:write"],
  operations: ["renewDomain"],
  endsAt: "2026-12-20T14:05:09.000Z",
};
