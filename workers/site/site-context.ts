import type { BrandSettings } from "../../shared/pages/brand.ts";
import { type Theme, themeFrom } from "../../shared/pages/theme.ts";
import { type AddressBook, type AddressSettings, API_PATH, addressBook } from "../../shared/platform/addresses.ts";
import { accountClient, catalogueClient } from "./api-clients.ts";
import type { Door } from "./front-door.ts";

export interface SiteEnv extends AddressSettings, BrandSettings {
  CATALOGUE: Fetcher;
  ACCOUNT: Fetcher;
  /** Only its client area is reached here. */
  BILLING: Fetcher;
}

export interface SiteContext {
  theme: Theme;
  catalogue: ReturnType<typeof catalogueClient>;
  account: ReturnType<typeof accountClient>;
  addressesOf: AddressBook;
}

export function siteContext(env: SiteEnv): SiteContext {
  return {
    theme: themeFrom(env),
    catalogue: catalogueClient(env.CATALOGUE),
    account: accountClient(env.ACCOUNT),
    addressesOf: addressBook(env),
  };
}

/** The account API, its MCP server, the authorization server and the customer's pages. */
const ACCOUNT_PATHS = [
  `${API_PATH}/account`,
  "/oauth",
  "/.well-known",
  "/sign-in",
  "/sign-out",
  "/connected-assistants",
];

/** The Worker that serves each path; the first match counts. */
export function doors(env: SiteEnv): Door[] {
  return [
    ...ACCOUNT_PATHS.map((path) => ({ path, service: env.ACCOUNT })),
    { path: API_PATH, service: env.CATALOGUE },
    // With a client area elsewhere, the embedded engine's is not served.
    ...(env.CLIENT_AREA_URL ? [] : [{ path: "/client-area", service: env.BILLING }]),
  ];
}
