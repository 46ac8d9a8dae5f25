import { WorkerEntrypoint } from "cloudflare:workers";
import type { AddressWindow } from "../../../../durable-objects/address-window.ts";
import type { ConnectionPort, TokenRequest } from "../../../../durable-objects/connection/connection-port.ts";
import type { DailyKey } from "../../../../durable-objects/random-keys.ts";
import type { BillingDescription } from "../../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../../shared/billing-contract/result.ts";
import type { Theme } from "../../../../shared/pages/theme.ts";
import { AddressLimit } from "../../../../shared/platform/address-limit.ts";
import { addressBook } from "../../../../shared/platform/addresses.ts";
import { ObjectIds } from "../../../../shared/platform/ids.ts";
import { Signer } from "../../../../shared/platform/service-key.ts";
import { WrongSecrets } from "../../../../workers/account/admission/wrong-secrets.ts";
import { readAuthorization } from "../../../../workers/account/oauth/authorization-request.ts";
import { clientRegistry } from "../../../../workers/account/oauth/client-registry.ts";
import { clientFinder } from "../../../../workers/account/oauth/clients.ts";
import { metadataAnswer } from "../../../../workers/account/oauth/metadata.ts";
import { agreedDocument } from "../../../../workers/account/oauth/metadata-document.ts";
import type { OAuthCall } from "../../../../workers/account/oauth/oauth-call.ts";
import { registerClient } from "../../../../workers/account/oauth/register.ts";
import { sharedDocumentHosts } from "../../../../workers/account/oauth/shared-document-hosts.ts";
import { revocationEndpoint, tokenEndpoint } from "../../../../workers/account/oauth/token.ts";
import { UNSET_ADDRESSES } from "../../../support/unset-addresses.ts";

export { AddressWindow } from "../../../../durable-objects/address-window.ts";
export { DailyKey } from "../../../../durable-objects/random-keys.ts";

interface DoorEnv {
  DB: D1Database;
  ADDRESS_WINDOW: DurableObjectNamespace<AddressWindow>;
  DAILY_KEY: DurableObjectNamespace<DailyKey>;
}

/** The behaviour of the test double for connection objects. */
export type ConnectionFault = "answers" | "refuses" | "throws";

/** The maximum number of unconnected applications at `/tight/oauth/register`. */
const TIGHT = 32;

let application: string | null = null;
let clock: number | null = null;
let mode: ConnectionFault = "answers";
let touched: string[] = [];
let asked: TokenRequest[] = [];

const now = () => clock ?? Date.now();
const signer = new Signer(async () => ({ original: new Uint8Array(32).fill(7).buffer }));
const ids = new ObjectIds(signer, "connection");
const addressesOf = addressBook(UNSET_ADDRESSES);

/** Returns the test double for a connection object. It records its calls. */
function connectionOf(id: string): Pick<ConnectionPort, "application" | "tokenEndpoint"> {
  touched.push(id);
  return {
    application: async () => application,
    async tokenEndpoint(request) {
      asked.push(request);
      if (mode === "throws") throw new Error("the object is gone");
      return mode === "answers"
        ? {
            status: 200,
            headers: { "Content-Type": "application/json", "X-Inside": "1" },
            body: '{"access_token":"a"}',
          }
        : { status: 400, headers: { "Content-Type": "application/json" }, body: '{"error":"invalid_grant"}' };
    },
  };
}

function partsOn(env: DoorEnv) {
  const registry = clientRegistry(env.DB, now, 10_000);
  const tight = clientRegistry(env.DB, now, TIGHT);
  const limit = new AddressLimit(
    {
      window: (name) => env.ADDRESS_WINDOW.getByName(name),
      dailyKey: (day) => env.DAILY_KEY.getByName(day),
    },
    () => Date.now(),
  );
  const isShared = sharedDocumentHosts(["127.0.0.1.example"]);
  const clientsWith = (allowLoopback: boolean) => clientFinder(registry, { allowLoopback, isShared, now });
  const local = clientsWith(true);
  return {
    registry,
    clients: { local, public: clientsWith(false) },
    tight: { limit, registry: tight, signer },
    oauth: {
      ...{ findClient: local, registry, connectionIds: ids, limit, now, signer, wrongSecrets: new WrongSecrets(now) },
      theme: { brand: { name: "Maple Hosting", privacy: "https://provider.example/privacy" } } as Theme,
      connectionOf: (id: string) => connectionOf(id) as ConnectionPort,
      describe: async () =>
        (changes === null
          ? { ok: false, problem: { code: "unavailable" } }
          : { ok: true, value: { acts: changes } }) as BillingResult<BillingDescription>,
      areZonesConnected: async () => zones,
    },
  };
}

/** Whether the billing system accepts changes; `null` if unknown. */
let changes: boolean | null = true;
/** Whether a server with zones is connected; `null` if unknown. */
let zones: boolean | null = false;

let parts: ReturnType<typeof partsOn> | undefined;

/** The number of authorization requests that got a new IP address. */
let callers = 0;

/** Returns the parts of the authorization server that the tests call. */
function questionsFor({ registry, clients, oauth }: ReturnType<typeof partsOn>, { addresses, waitUntil }: OAuthCall) {
  const callFrom = (address: string | null = null, url = "https://door.example/") => ({
    ...{ request: new Request(url, { headers: address === null ? {} : { "CF-Connecting-IP": address } }) },
    ...{ requestId: "r-1", waitUntil },
  });
  return {
    /** Stops the clock at a time in epoch milliseconds; `null` restores real time. */
    async clock(at: number | null) {
      clock = at;
    },
    /** Sets whether the billing system accepts changes; `null` if unknown. */
    async takesChanges(takes: boolean | null) {
      changes = takes;
    },
    /** Sets whether a server with zones is connected; `null` if unknown. */
    async hasZones(has: boolean | null) {
      zones = has;
    },
    /** @param address the IP address of the caller */
    clientOf: (id: string, address: string | null = null) => clients.local(id, callFrom(address)),
    /** Finds a client as in a deployment, which reads no documents from loopback addresses. */
    publicClientOf: (id: string) => clients.public(id, callFrom()),
    find: (id: string) => registry.find(id),
    touch: (id: string) => registry.touch(id),
    /** Stores the client record of a document, as after the customer's consent. */
    agree: (id: string, record: string) => registry.keepDocument(id, agreedDocument(record)),
    /** Pauses the deletion of registrations. @param until the end of the pause, in epoch milliseconds */
    lift: (until: number) => registry.lift(until),
    purge: () => registry.purge(now()),
    mint: () => ids.mint(),
    /** Sets the behaviour of connection objects and deletes their recorded calls. */
    async connections(does: ConnectionFault) {
      mode = does;
      [touched, asked] = [[], []];
    },
    /** Sets the application that connection objects return; `null` for an ended connection. */
    async application(id: string | null) {
      application = id;
    },
    asked: async () => ({ touched, asked }),
    /** @param address the IP address of the caller; by default a new one */
    async authorize(parameters: Record<string, string> | string, address = `2001:db8:${++callers}::2`) {
      const url = `${addresses.auth}/oauth/authorize?${new URLSearchParams(parameters)}`;
      return readAuthorization({ ...callFrom(address, url), addresses }, false, oauth);
    },
  };
}

export type OAuthQuestions = ReturnType<typeof questionsFor>;

/** The endpoints of the authorization server. A test calls a part by posting `[name, ...arguments]` to `/door`. */
export default class OAuthDoor extends WorkerEntrypoint<DoorEnv> {
  override async fetch(request: Request): Promise<Response> {
    parts ??= partsOn(this.env);
    const url = new URL(request.url);
    const addresses = addressesOf(request.url);
    if (!addresses) return new Response("not here", { status: 421 });
    const call: OAuthCall = { request, addresses, requestId: "r-1", waitUntil: (work) => this.ctx.waitUntil(work) };
    switch (url.pathname) {
      case "/door": {
        const [name, ...rest] = await request.json<[keyof OAuthQuestions, ...never[]]>();
        const question = questionsFor(parts, call)[name] as (...rest: never[]) => Promise<unknown>;
        return Response.json((await question(...rest)) ?? null);
      }
      case "/tight/oauth/register":
        return registerClient(call, parts.tight);
      case "/oauth/register":
        return registerClient(call, parts.oauth);
      case "/oauth/token":
        return tokenEndpoint(call, parts.oauth);
      case "/oauth/revoke":
        return revocationEndpoint(call, parts.oauth);
    }
    return (await metadataAnswer(call, parts.oauth)) ?? new Response("nothing", { status: 404 });
  }
}
