import type { AccountLinks } from "../../shared/billing-contract/description.ts";
import type { Mailer } from "../../shared/mail/mailer.ts";
import { dayIn } from "../../shared/platform/calendar.ts";
import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { OwnSettings } from "./answers/provider.ts";
import type { WhmcsApi } from "./answers/whmcs-api.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { WhmcsWork } from "./work-intervals.ts";

/** The context of the billing system's methods. */
export interface WhmcsContext {
  api: WhmcsApi;
  bridge: Bridge;
  db: D1Database;
  runs: ScheduledRuns<WhmcsWork>;
  /** Whether the database is on hold. @throws if the hold cannot be read */
  isHeld: () => Promise<boolean>;
  /** Epoch milliseconds. */
  now: () => number;
  settings: WhmcsSettings;
  /** WHMCS's own settings. */
  installation: OwnSettings;
  kept: KeptValues;
  mailer: Mailer;
  /** Keeps work running after its caller has left. */
  waitUntil: (work: Promise<unknown>) => void;
  requestId: string;
}

/** A context without WHMCS's own settings. */
export type PlainContext = Omit<WhmcsContext, "installation">;

/** The isolate's cache of the provider's values, by name. */
export class KeptValues {
  readonly #now: () => number;
  readonly #kept = new Map<string, { at: number; value: unknown }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the cached value, or reads it now. Does not cache a failed read. */
  async get<Value>(name: string, forMs: number, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(name);
    // Each name has one type: only its reader sets it.
    if (kept && this.#now() - kept.at < forMs) return kept.value as Value;
    const at = this.#now();
    const value = await read();
    this.#kept.set(name, { at, value });
    return value;
  }
}

/** The provider's settings; see wrangler.toml. */
export interface WhmcsSettings {
  /** The address of the installation as this Worker calls it, without a final slash. */
  base: string;
  /**
   * The percentage of tax that every price includes; null if prices include none according to the installation's
   * settings.
   */
  taxIncludedPercent: number | null;
  demonstration: boolean;
  /** Domains that no site may have, including their subdomains. */
  blockedSites: ReadonlySet<string>;
  /** The settings of orders and changes; null if they are not accepted. */
  acting: ActingSettings | null;
  links: AccountLinks;
}

/** The settings that a provider makes to accept orders and changes. */
export interface ActingSettings {
  /** The payment gateway of orders. It must not charge stored cards. */
  orderGateway: string;
  /** Whether an order needs a payment method on file. */
  needsPaymentMethod: boolean;
}

/** Returns the current day in the provider's time zone, YYYY-MM-DD. */
export function todayOf({ installation, now }: Pick<WhmcsContext, "installation" | "now">): string {
  return dayIn(installation.time_zone, now());
}

/** Keeps work running after its caller has left, so that the outcome of a sent request is recorded. */
export function keepGoing<Value>({ waitUntil }: WhmcsContext, work: Promise<Value>): Promise<Value> {
  // expected: the caller gets the error from `work`
  waitUntil(work.catch(() => null));
  return work;
}

/** Returns the current time as stored in rows: RFC 3339 in UTC. @param laterMs added milliseconds */
export function instantNow({ now }: Pick<WhmcsContext, "now">, laterMs = 0): string {
  return new Date(now() + laterMs).toISOString();
}
