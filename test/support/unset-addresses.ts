import type { AddressSettings } from "../../shared/platform/addresses.ts";

/** No address set: everything is where it was asked for. */
export const UNSET_ADDRESSES: AddressSettings = {
  ORIGIN: "",
  CATALOGUE_ORIGIN: "",
  ACCOUNT_ORIGIN: "",
  AUTH_ORIGIN: "",
  CLIENT_AREA_URL: "",
};
