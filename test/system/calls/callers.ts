import { actOn, signIn } from "../../support/assistants-page.ts";
import { connectionOf } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { campaignAccounts } from "../faults/harness/accounts.ts";
import { type Caller, NOBODY } from "./access.ts";
import type { By, CallSystem } from "./system.ts";

/** The kinds of callers in a campaign. Each number is the relative share of the requests that the kind sends. */
const KINDS = {
  /** A caller with every scope on a separate account. */
  full: 73,
  /** A caller on the demonstration account, which has every kind of service, domain and zone. */
  demonstration: 8,
  /** A caller on an account with long lists of every kind. */
  big: 2,
  reading: 3,
  /** A caller limited to one service or one domain. */
  limited: 3,
  /** A caller whose login has few permissions. */
  contact: 2,
  /** A caller whose account has no payment method. */
  nocard: 4,
  /** A caller whose orders need the customer's approval. */
  asking: 2,
  none: 1,
  refused: 4,
} as const;
export type CallerKind = keyof typeof KINDS;
export const CALLER_KINDS = Object.keys(KINDS) as CallerKind[];
const TOTAL = Object.values(KINDS).reduce((sum, share) => sum + share, 0);

/** The request budget of a connection. The rate limit is 120 requests a minute, so few requests are refused. */
const BUDGET = { requests: 100, windowMs: 60_000 };
/** A time in the past at which an API token expired. */
const PAST = "2026-01-01T00:00:00.000Z";

interface Connected {
  caller: Caller;
  /** The times of the caller's recent requests, from `performance.now()`. */
  asked: number[];
}

/** The callers of a campaign. Each caller has a request budget. */
export class Callers {
  readonly #connected = new Map<CallerKind, Connected[]>();
  readonly #refused: Caller[];

  private constructor(refused: Caller[]) {
    this.#refused = refused;
  }

  /**
   * Connects all callers.
   * @param accounts the number of accounts in addition to the demonstration accounts
   * @param connections the number of connections to each of these accounts
   */
  static async connect(system: CallSystem, accounts: number, connections: number): Promise<Callers> {
    const few = Math.max(1, Math.ceil(connections / 2));
    const all: [kind: CallerKind, by: By, count: number][] = [
      ...campaignAccounts(accounts).map(({ accountId: account, loginId, login }): [CallerKind, By, number] => [
        "full",
        { login, loginId, account },
        connections,
      ]),
      ["demonstration", {}, Math.ceil((accounts * connections) / 8)],
      ["big", { login: "big", account: 1005 }, few],
      ["reading", { scopes: [] }, 2 * few],
      ["limited", { limit: "service:2101" }, few],
      ["limited", { limit: "domain:ana.dev" }, few],
      ["contact", { permissions: ["domains", "tickets"] }, few],
      ["nocard", { login: "nocard", account: 1004 }, few],
      ["asking", { account: 1002, ask: ["cancel", "domains", "orders"] }, few],
    ];
    const callers = new Callers((await deadCallers(system)).map((caller) => ({ ...caller, kind: "refused" })));
    for (const [kind, by, count] of all) {
      const own = callers.#connected.get(kind) ?? [];
      callers.#connected.set(kind, own);
      for (let number = 0; number < count; number++) {
        // Every second caller uses an API token, unless it has approval settings, which only applications have.
        const caller = await system.newCaller(number % 2 === 1 && !by.ask ? { ...by, via: "API token" } : by, kind);
        own.push({ caller, asked: [] });
      }
    }
    return callers;
  }

  /** Returns one caller for each account. Each has access to the whole account. */
  accounts(): Caller[] {
    const kinds: CallerKind[] = ["full", "demonstration", "big", "nocard", "asking"];
    const callers = kinds.flatMap((kind) => this.#connected.get(kind)?.map(({ caller }) => caller) ?? []);
    return [...new Map(callers.map((caller) => [caller.grant?.account, caller])).values()];
  }

  /** Returns the caller that a random number selects. Prefers callers that still have requests in their budget. */
  choose(number: number, kind = kindAt(number % TOTAL), now = performance.now()): Caller {
    if (kind === "none") return NOBODY;
    const at = Math.floor(number / TOTAL);
    if (kind === "refused") return this.#refused[at % this.#refused.length] as Caller;
    const all = this.#connected.get(kind) as Connected[];
    for (const connected of all) connected.asked = connected.asked.filter((when) => when > now - BUDGET.windowMs);
    const fresh = all.filter(({ asked }) => asked.length < BUDGET.requests);
    const usable = fresh.length > 0 ? fresh : all;
    const { caller, asked } = usable[at % usable.length] as Connected;
    asked.push(now);
    return caller;
  }
}

function kindAt(number: number): CallerKind {
  let left = number;
  for (const kind of CALLER_KINDS) {
    left -= KINDS[kind];
    if (left < 0) return kind;
  }
  return "full";
}

/**
 * Returns callers without a valid credential. The credential is missing, forged, altered, ended, sent twice or sent
 * with another scheme.
 */
export async function deadCallers(system: CallSystem): Promise<Caller[]> {
  const { application, world } = system;
  const nocard = { login: "nocard", account: 1004 };
  const good = await system.connect();
  const [revoked, disconnected] = [await system.connect(), await system.connect(nocard)];
  const code = (await application.connectDirectly()).searchParams.get("code") ?? "";
  const body = new URLSearchParams({ client_id: application.clientId, token: revoked.refresh_token });
  await fetch(`${world.origin}/oauth/revoke`, { method: "POST", body });
  const visitor = new PageVisitor(world.origin);
  await signIn(visitor, nocard.login);
  await actOn(visitor, connectionOf(disconnected), "disconnect");
  const live = await application.directToken({}, new Date(Date.now() + 3_600_000).toISOString());
  const swapped = (text: string, at: number) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
  const token = good.access_token;
  const dead: Record<string, string> = {
    "of a forged connection": swapped(token, 2),
    "with another secret": swapped(token, token.length - 2),
    "that is truncated": token.slice(0, -1),
    "that is longer": `${token}x`,
    "without its beginning": token.slice(1),
    "without its secret": token.replace(/:.*/, ":"),
    "in capitals": token.toUpperCase(),
    "in quotes": `"${token}"`,
    "that is two": `${token} ${token}`,
    "for refreshing": good.refresh_token,
    "that is a code": code,
    "that its application revoked": revoked.access_token,
    "of a connection that the customer ended": disconnected.access_token,
    "for the API that has ended": await application.directToken({}, PAST),
    "for the API with another secret": swapped(live, live.length - 12),
    "for the API with a wrong checksum": swapped(live, live.length - 1),
    "for the API that is short": "fdk_short",
    "of 513 characters": "x".repeat(513),
    "that is a JWT": "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
    "of another issuer": "none-of-ours",
    "of colons": ":::",
    "of Latin-1": "\u00e9\u00ff",
    "that is empty": "",
  };
  const headers: Record<string, string[]> = {
    ...Object.fromEntries(Object.entries(dead).map(([name, text]) => [`a token ${name}`, [`Bearer ${text}`]])),
    Basic: [`Basic ${Buffer.from(token).toString("base64")}`],
    "another scheme": [`Token ${token}`],
    "no scheme": [token],
    "a token twice": [`Bearer ${token}`, `Bearer ${token}`],
    "a token and another": [`Bearer ${token}`, "Bearer x"],
  };
  const callers = Object.entries(headers).map(([kind, authorization]) => ({ kind, authorization, grant: null }));
  return [NOBODY, ...callers];
}
