import type { AddressSettings } from "../../shared/platform/addresses.ts";

/** Address settings without an address. Everything is at the request's own address. */
export const UNSET_ADDRESSES: AddressSettings = {
  ORIGIN: "",
  CATALOGUE_ORIGIN: "",
  ACCOUNT_ORIGIN: "",
  AUTH_ORIGIN: "",
  CLIENT_AREA_URL: "",
};
