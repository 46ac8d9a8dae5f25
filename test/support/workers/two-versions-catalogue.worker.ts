import { env } from "cloudflare:workers";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { catalogueApplication } from "../../../workers/catalogue/catalogue-application.ts";
import { openCatalogue } from "../../../workers/catalogue/composition.ts";
import type { CatalogueEnv } from "../../../workers/catalogue/environment.ts";
import { CATALOGUE_LISTS, CATALOGUE_VERSIONS as versions } from "../two-versions.ts";

export {
  AddressWindow,
  CatalogueService,
  DailyKey,
  Registry,
  RegistryHealth,
} from "../../../workers/catalogue/catalogue.worker.ts";

const settings = env as unknown as CatalogueEnv;
const catalogue = openCatalogue(settings, versions, CATALOGUE_LISTS);

/** The catalogue with a second version of one operation. */
export default catalogueApplication(catalogue, {
  brandName: settings.BRAND_NAME,
  addressesOf: addressBook(settings),
  versions,
});
