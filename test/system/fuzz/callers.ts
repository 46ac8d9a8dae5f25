import { type Choices, ConnectingApplication } from "../../support/connecting-application.ts";
import { campaignAccounts } from "../faults/system/accounts.ts";
import { KnownAccount } from "./known-account.ts";
import type { ServedOperation } from "./served-api.ts";

/** Who asks, and what is known to be allowed to them. */
export interface Caller {
  kind: CallerKind;
  /** The `Authorization` headers of its requests. */
  authorization: readonly string[];
  /** Null where the credential is good for nothing. */
  grant: Grant | null;
}

interface Grant {
  account: KnownAccount;
  scopes: readonly string[];
  /** The connection has a limit. */
  isLimited: boolean;
  /** Of the login; null where it has them all. */
  permissions: readonly string[] | null;
}

/** With their shares of the requests that need a credential. */
const KINDS = {
  /** Every scope, on an account of its own kind. */
  full: 71,
  /** The demonstration's account with every kind of service, domain and zone. */
  demonstration: 8,
  /** An account with a long list of everything. */
  big: 2,
  reading: 3,
  /** Limited to one service, or to one domain. */
  limited: 3,
  /** A login with few permissions. */
  contact: 2,
  /** No payment method on file. */
  nocard: 4,
  /** What it orders is approved first. */
  asking: 2,
  /** Has had its requests of the minute. */
  exhausted: 2,
  none: 1,
  refused: 4,
} as const;
export type CallerKind = keyof typeof KINDS;
export const CALLER_KINDS = Object.keys(KINDS) as CallerKind[];

const EVERY_SCOPE = ["account:read", "billing:write", "domains:write", "zones:write"];
/** Of the 120 that a connection has in a minute, so that few are refused by it. */
const BUDGET = { requests: 100, windowMs: 60_000 };
const YEAR_MS = 365 * 86_400_000;
/** When an API token ended. */
const PAST = "2026-01-01T00:00:00.000Z";

interface Connected {
  caller: Caller;
  /** When it asked, in milliseconds of the process's clock. */
  asked: number[];
}

/** The callers of a campaign, each with its budget of requests. */
export class Callers {
  readonly #connected = new Map<CallerKind, Connected[]>();
  readonly #refused: Caller[];

  private constructor(connected: Map<CallerKind, Connected[]>, refused: Caller[]) {
    this.#connected = connected;
    this.#refused = refused;
  }

  /**
   * Connects them all.
   * @param accounts that were seeded beside the demonstration's
   * @param connections of each of these
   */
  static async connect(origin: string, accounts: number, connections: number): Promise<Callers> {
    const application = await ConnectingApplication.register(origin, "Fuzz");
    const known = new Map<number, KnownAccount>();
    const connect = async (kind: CallerKind, choices: Choices, count: number, grant: Partial<Grant> = {}) => {
      const { account = 1001, scopes = EVERY_SCOPE.slice(1), limit } = choices;
      const account_ = known.get(account) ?? new KnownAccount(account);
      known.set(account, account_);
      const all: Connected[] = [];
      for (let number = 0; number < count; number++) {
        const chosen = { ...choices, account, scopes };
        // Every second one is an API token; what is asked about first is chosen for applications alone.
        const token =
          number % 2 === 1 && !choices.ask
            ? await application.directToken(chosen, new Date(Date.now() + YEAR_MS).toISOString())
            : (await application.directTokens(chosen)).access_token;
        const granted = {
          account: account_,
          scopes: ["account:read", ...scopes],
          isLimited: limit !== undefined,
          permissions: null,
        };
        const caller = { kind, authorization: [`Bearer ${token}`], grant: { ...granted, ...grant } };
        all.push({ caller, asked: [] });
      }
      connected.set(kind, [...(connected.get(kind) ?? []), ...all]);
      return all;
    };
    const connected = new Map<CallerKind, Connected[]>();
    for (const { accountId, loginId, login } of campaignAccounts(accounts)) {
      await connect("full", { login, loginId, account: accountId }, connections);
    }
    const few = Math.max(1, Math.ceil(connections / 2));
    const [demonstration] = await connect("demonstration", {}, Math.ceil((accounts * connections) / 8));
    await connect("big", { login: "big", account: 1005 }, few);
    await connect("reading", { scopes: [] }, 2 * few);
    await connect("limited", { limit: "service:2101" }, few);
    await connect("limited", { limit: "domain:ana.dev" }, few);
    await connect("contact", { login: "contact" }, few, { permissions: ["domains", "tickets"] });
    await connect("nocard", { login: "nocard", account: 1004 }, few);
    await connect("asking", { account: 1002, ask: ["cancel", "domains", "orders"] }, few);
    await connect("exhausted", { scopes: [] }, 1);
    const [token = ""] = demonstration?.caller.authorization ?? [];
    const over = [await revoked(application), await application.directToken({}, PAST)];
    return new Callers(connected, [...refusedCallers(token, over), NOBODY]);
  }

  /** The token of one that may do everything. */
  get token(): string {
    const [one] = this.#connected.get("demonstration") ?? [];
    return one?.caller.authorization[0]?.replace("Bearer ", "") ?? "";
  }

  /** The accounts that are known, each once, with a caller who may read all of it. */
  accounts(): Caller[] {
    const kinds: CallerKind[] = ["full", "demonstration", "big", "nocard", "asking"];
    const callers = kinds.flatMap((kind) => this.#connected.get(kind)?.map(({ caller }) => caller) ?? []);
    return [...new Map(callers.map((caller) => [caller.grant?.account, caller])).values()];
  }

  /** The caller that a number chooses, of those that have requests left. */
  choose(number: number, now = performance.now()): Caller {
    const kind = kindAt(number % TOTAL);
    if (kind === "none") return NOBODY;
    const at = Math.floor(number / TOTAL);
    if (kind === "refused") return this.#refused[at % this.#refused.length] as Caller;
    const all = this.#connected.get(kind) as Connected[];
    for (const connected of all) connected.asked = connected.asked.filter((when) => when > now - BUDGET.windowMs);
    const fresh = kind === "exhausted" ? all : all.filter(({ asked }) => asked.length < BUDGET.requests);
    const usable = fresh.length > 0 ? fresh : all;
    const { caller, asked } = usable[at % usable.length] as Connected;
    asked.push(now);
    return caller;
  }

  /** A number that chooses a caller of one kind, made from any. */
  shareOf(kind: CallerKind, number: number): number {
    const before = CALLER_KINDS.slice(0, CALLER_KINDS.indexOf(kind)).reduce((sum, other) => sum + KINDS[other], 0);
    return Math.floor(number / TOTAL) * TOTAL + before;
  }

  /** Counts more requests of a caller than the one for which it was chosen. */
  count(caller: Caller, requests: number, now = performance.now()): void {
    const all = this.#connected.get(caller.kind)?.find((connected) => connected.caller === caller);
    for (let count = 0; count < requests; count++) all?.asked.push(now);
  }
}

const TOTAL = Object.values(KINDS).reduce((sum, share) => sum + share, 0);

function kindAt(number: number): CallerKind {
  let left = number;
  for (const kind of CALLER_KINDS) {
    left -= KINDS[kind];
    if (left < 0) return kind;
  }
  return "full";
}

const NOBODY: Caller = { kind: "none", authorization: [], grant: null };

async function revoked(application: ConnectingApplication): Promise<string> {
  const { access_token: token, refresh_token } = await application.directTokens();
  const body = new URLSearchParams({ client_id: application.clientId, token: refresh_token });
  const response = await fetch(`${application.origin}/oauth/revoke`, { method: "POST", body });
  if (response.status !== 200) throw new Error(`revoke: ${response.status}`);
  return token;
}

/**
 * Credentials that are good for nothing.
 * @param valid the header of one that is good
 * @param over tokens that were good
 */
function refusedCallers(valid: string, over: string[]): Caller[] {
  const token = valid.slice("Bearer ".length);
  const headers: string[][] = [
    ...over.map((ended) => [`Bearer ${ended}`]),
    [`Bearer ${token.slice(0, -1)}`],
    [`Bearer ${token}x`],
    [`Bearer ${token.slice(1)}`],
    [`Bearer ${token.replace(/:.*/, ":")}`],
    [`Bearer ${token.toUpperCase()}`],
    [`Bearer ${token.slice(0, 40)}`],
    [`Bearer ${token} ${token}`],
    [`Bearer "${token}"`],
    [`Basic ${Buffer.from(token).toString("base64")}`],
    [`Token ${token}`],
    ["Bearer"],
    ["Bearer "],
    [""],
    ["Bearer :::"],
    ["Bearer a:b:c"],
    [`Bearer fdk_${"a".repeat(60)}`],
    ["Bearer fdk_short"],
    [`Bearer ${"x".repeat(513)}`],
    ["Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."],
    ["Bearer \u00e9\u00ff"],
    [valid, valid],
    [valid, "Bearer x"],
  ];
  return headers.map((authorization) => ({ kind: "refused", authorization, grant: null }));
}

/** Why a caller cannot succeed with an operation; null where it may. */
export function denialOf(
  caller: Caller,
  operation: Pick<ServedOperation, "scopes" | "permissions" | "limitedTo">,
): string | null {
  const { scopes, permissions, limitedTo } = operation;
  if (scopes === null) return null;
  const { grant } = caller;
  if (!grant) return "the credential is good for nothing";
  const missing = scopes.filter((scope) => !grant.scopes.includes(scope));
  if (missing.length > 0) return `the connection has no ${missing.join(", ")}`;
  if (grant.isLimited && limitedTo === "outside") return "the connection's limit leaves this out";
  const lacked = permissions.filter((permission) => grant.permissions?.includes(permission) === false);
  return lacked.length > 0 ? `the login has no permission ${lacked.join(", ")}` : null;
}
