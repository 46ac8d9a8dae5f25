import type { AddressSettings } from "../../shared/platform/addresses.ts";

/** Address settings that are all empty, so that everything is at the request's own origin. */
export const UNSET_ADDRESSES: AddressSettings = {
  ORIGIN: "",
  CATALOGUE_ORIGIN: "",
  ACCOUNT_ORIGIN: "",
  AUTH_ORIGIN: "",
  CLIENT_AREA_URL: "",
};
