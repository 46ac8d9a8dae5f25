import { type Addresses, type AddressSettings, API_PATH, addressBook } from "../../shared/addresses.ts";
import type { BrandSettings } from "../../shared/pages/brand.ts";
import { type Theme, themeFrom } from "../../shared/pages/theme.ts";
import { CatalogueClient } from "./catalogue-client.ts";
import type { Door } from "./front-door.ts";

/** The bindings and settings of the site Worker. */
export interface SiteEnv extends AddressSettings, BrandSettings {
  CATALOGUE: Fetcher;
}

/** What pages may use. */
export interface SiteContext {
  theme: Theme;
  catalogue: CatalogueClient;
  addressesOf: (address: string) => Addresses | null;
}

export function siteContext(env: SiteEnv): SiteContext {
  return { theme: themeFrom(env), catalogue: new CatalogueClient(env.CATALOGUE), addressesOf: addressBook(env) };
}

/** Which Worker serves which path; the first that fits. */
export function doors(env: SiteEnv): Door[] {
  return [{ path: API_PATH, service: env.CATALOGUE }];
}
