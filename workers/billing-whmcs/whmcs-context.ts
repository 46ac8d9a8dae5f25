import type { AccountLinks } from "../../shared/billing-contract/description.ts";
import type { ScheduledRuns } from "../../shared/platform/scheduled-runs.ts";
import type { AccountLabels } from "./accounts/account-labels.ts";
import type { StoredWrites } from "./acting/stored-writes.ts";
import type { ProviderFacts } from "./api/provider-facts.ts";
import type { WhmcsApi } from "./api/whmcs-api.ts";
import type { Bridge } from "./bridge/bridge.ts";
import type { IncludedTax } from "./catalogue/included-tax.ts";
import type { PlanMap } from "./catalogue/plan-map.ts";
import type { OwnerMails } from "./mails/owner-mails.ts";
import type { SentChanges } from "./mails/sent-changes.ts";
import type { CancellationMirror } from "./services/cancellation-mirror.ts";
import type { WhmcsWork } from "./work-intervals.ts";

/** What the methods of the billing system use. */
export interface WhmcsContext {
  api: WhmcsApi;
  bridge: Bridge;
  /** As the browser reaches it; without a final slash. */
  clientArea: string;
  db: D1Database;
  runs: ScheduledRuns<WhmcsWork>;
  /** Whether the database is on hold. @throws if that cannot be read */
  isHeld: () => Promise<boolean>;
  /** Epoch milliseconds. */
  now: () => number;
  settings: WhmcsSettings;
  plans: PlanMap;
  cancellations: CancellationMirror;
  facts: ProviderFacts;
  actions: StoredWrites;
  mails: OwnerMails;
  sentChanges: SentChanges;
  includedTax: IncludedTax;
  /** Keeps work going whose caller has left. */
  waitUntil: (work: Promise<unknown>) => void;
  accountLabels: AccountLabels;
  requestId: string;
}

/** The provider's settings; see wrangler.toml. */
export interface WhmcsSettings {
  /** Of WHMCS, as an IANA name: it gives times without a zone. */
  timeZone: string;
  /** Names of the first and second tax. */
  taxNames: readonly [string, string];
  /** Categories of extensions that are shown first. */
  featuredCategories: readonly string[];
  /** The percentage of tax that every price includes; null: the installation's own setting says that prices include none. */
  taxIncludedPercent: number | null;
  demonstration: boolean;
  /** Names that no site may have, nor one under them. */
  blockedSites: ReadonlySet<string>;
  /** What orders and changes need; null where they are not taken. */
  acting: ActingSettings | null;
  /** Host of the page that customers sign in at, as they are shown it. */
  signInHost: string;
  links: AccountLinks;
}

/** What a provider sets so that orders and changes are taken. */
export interface ActingSettings {
  /** The payment gateway that orders are raised on; it must not charge stored cards. */
  orderGateway: string;
  /** Of names that are registered here. */
  nameservers: readonly string[];
  /** An order needs a payment method on file. */
  needsPaymentMethod: boolean;
}
