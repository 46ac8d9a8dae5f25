import type { AccountLinks } from "../../shared/billing-contract/description.ts";
import type { Mailer } from "../../shared/mail/mailer.ts";
import { dayIn } from "../../shared/platform/calendar.ts";
import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { OwnSettings } from "./answers/provider.ts";
import type { WhmcsApi } from "./answers/whmcs-api.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { WhmcsWork } from "./work-intervals.ts";

/** The dependencies of a billing method, for one request or scheduled run. */
export interface WhmcsContext {
  api: WhmcsApi;
  bridge: Bridge;
  db: D1Database;
  runs: ScheduledRuns<WhmcsWork>;
  /** Returns whether the database is on hold. @throws if the hold cannot be read */
  isHeld: () => Promise<boolean>;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  settings: WhmcsSettings;
  /** WHMCS's own settings, such as its time zone and currencies. */
  installation: OwnSettings;
  kept: KeptValues;
  mailer: Mailer;
  /** Keeps work running after its caller has disconnected. */
  waitUntil: (work: Promise<unknown>) => void;
  requestId: string;
}

/** A {@link WhmcsContext} without the settings that must be read from WHMCS. */
export type PlainContext = Omit<WhmcsContext, "installation">;

/** A cache for the provider's data, such as the plan map, by name. The cache lives as long as the isolate. */
export class KeptValues {
  readonly #now: () => number;
  readonly #kept = new Map<string, { at: number; value: unknown }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the cached value if it is younger than `forMs`. Otherwise reads and caches it. A failed read is not cached.
   */
  async get<Value>(name: string, forMs: number, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(name);
    // Each name is set by only one reader, so its value always has that reader's type.
    if (kept && this.#now() - kept.at < forMs) return kept.value as Value;
    const at = this.#now();
    const value = await read();
    this.#kept.set(name, { at, value });
    return value;
  }
}

/** The parsed settings of this Worker. wrangler.toml documents them. */
export interface WhmcsSettings {
  /** The URL at which this Worker calls WHMCS, without a final slash. */
  base: string;
  /**
   * The percentage of tax that every price includes. If it is `null`, prices include no tax, and WHMCS's own settings
   * must agree.
   */
  taxIncludedPercent: number | null;
  demonstration: boolean;
  /** Domains that customers cannot use for a site. Their subdomains are also blocked. */
  blockedSites: ReadonlySet<string>;
  /** The settings for orders and changes; `null` if this Worker does not accept them. */
  acting: ActingSettings | null;
  links: AccountLinks;
}

/** The settings that a provider must configure before this Worker accepts orders and changes. */
export interface ActingSettings {
  /** The payment gateway for orders. It must not charge stored cards. */
  orderGateway: string;
  /** Whether an order needs a payment method on file. */
  needsPaymentMethod: boolean;
}

/** Returns the current date in the provider's time zone, as YYYY-MM-DD. */
export function todayOf({ installation, now }: Pick<WhmcsContext, "installation" | "now">): string {
  return dayIn(installation.time_zone, now());
}

/** Keeps work running after its caller has disconnected, so that the outcome of a request to WHMCS is recorded. */
export function keepGoing<Value>({ waitUntil }: WhmcsContext, work: Promise<Value>): Promise<Value> {
  // expected: the caller receives the error from `work`
  waitUntil(work.catch(() => null));
  return work;
}

/** Returns the current time as rows store it: RFC 3339 in UTC. @param laterMs milliseconds to add */
export function instantNow({ now }: Pick<WhmcsContext, "now">, laterMs = 0): string {
  return new Date(now() + laterMs).toISOString();
}
