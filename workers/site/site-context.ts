import { FORMER_CARD_PATH } from "../../shared/api/mcp/server-identity.ts";
import { API_VERSIONS, type ApiName, type VersionTables, versionPath } from "../../shared/api/versions/api-versions.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import { AREA_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from "../../shared/pages/sign-in/sign-in-address.ts";
import { type Theme, themeFrom } from "../../shared/pages/theme.ts";
import {
  type AddressBook,
  type AddressSettings,
  addressBook,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
} from "../../shared/platform/addresses.ts";
import { Metrics, type MetricsBindings } from "../../shared/platform/metrics.ts";
import { accountClient, catalogueClient } from "./api-clients.ts";
import { keptReferences } from "./developers/reference/api-reference.ts";
import { type Discovery, type DiscoverySettings, discoveryFrom } from "./discovery/discovery-settings.ts";
import type { Door } from "./front-door.ts";
import { type Shop, type ShopSettings, shopFrom } from "./shop-settings.ts";
import { type StatusNote, type StatusSettings, statusNotesFrom } from "./status-notes.ts";

export interface SiteEnv
  extends AddressSettings,
    BrandSettings,
    DiscoverySettings,
    ShopSettings,
    StatusSettings,
    MetricsBindings {
  CATALOGUE: Fetcher;
  ACCOUNT: Fetcher;
  /** If `true`, all data is fictitious. */
  DEMONSTRATION: string;
  /** The billing Worker. The site forwards only payment events to it. */
  BILLING: Fetcher;
}

export interface SiteContext {
  theme: Theme;
  shop: Shop;
  catalogue: ReturnType<typeof catalogueClient>;
  account: ReturnType<typeof accountClient>;
  addressesOf: AddressBook;
  versions: VersionTables;
  /** The cached references for the developers' pages. */
  references: ReturnType<typeof keptReferences>;
  discovery: Discovery;
  isDemonstration: boolean;
  statusNotes: StatusNote[];
  /** Absent if page requests are not measured. */
  metrics?: Metrics | undefined;
  now(): Date;
}

export function siteContext(env: SiteEnv, versions: VersionTables = API_VERSIONS): SiteContext {
  const now = () => new Date();
  return {
    theme: themeFrom(env),
    shop: shopFrom(env),
    metrics: Metrics.on(env, "site"),
    catalogue: catalogueClient(env.CATALOGUE),
    account: accountClient(env.ACCOUNT),
    addressesOf: addressBook(env),
    versions,
    discovery: discoveryFrom(env),
    statusNotes: statusNotesFrom(env),
    isDemonstration: env.DEMONSTRATION === "true",
    references: keptReferences(now),
    now,
  };
}

/** The paths of the authorization server and the customer's pages. */
const ACCOUNT_PATHS = [
  "/oauth",
  SERVER_METADATA_PATH,
  RESOURCE_METADATA_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  "/connected-assistants",
];

/** Returns the Worker for each path. A request goes to the first Worker with a matching path. */
export function doors(env: SiteEnv, versions: VersionTables = API_VERSIONS): Door[] {
  const paths = (api: ApiName) => versions[api].map((version) => versionPath(api, version));
  return [
    ...[...paths("account"), ...ACCOUNT_PATHS].map((path) => ({ path, service: env.ACCOUNT })),
    ...[...paths("catalogue"), FORMER_CARD_PATH].map((path) => ({ path, service: env.CATALOGUE })),
    { path: `${AREA_PATH}/payment-events`, service: env.BILLING },
    { path: AREA_PATH, service: env.ACCOUNT },
  ];
}
