import { expect, test } from "vitest";
import { checkAddressSettings } from "../../../shared/platform/addresses.ts";
import { validateCheckSettings } from "../../../workers/catalogue/availability/check-settings.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const LIMITS = {
  CHECKS_PER_ADDRESS: "30",
  CHECKS_PER_ADDRESS_MCP: "120",
  CHECK_DEADLINE_MS: "6000",
};

test("what is set well is taken", () => {
  checkAddressSettings(UNSET_ADDRESSES);
  const set = { ORIGIN: "https://desk.example", CLIENT_AREA_URL: "https://my.example/area" };
  checkAddressSettings({ ...UNSET_ADDRESSES, ...set });
  validateCheckSettings(LIMITS);
});

test.each([
  ...[
    { ORIGIN: "desk.example" },
    { ORIGIN: "https://desk.example/" },
    { CATALOGUE_ORIGIN: "https://desk.example/api" },
  ],
  ...[{ AUTH_ORIGIN: "HTTPS://desk.example" }, { CLIENT_AREA_URL: "https://my.example/" }],
  { CLIENT_AREA_URL: "my.example" },
])("%o is refused by name", (wrong) => {
  expect(() => checkAddressSettings({ ...UNSET_ADDRESSES, ...wrong })).toThrow(Object.keys(wrong)[0]);
});

test.each([
  ...[{ CHECKS_PER_ADDRESS: "abc" }, { CHECKS_PER_ADDRESS_MCP: "0" }],
  ...[{ CHECK_DEADLINE_MS: "1.5" }, { CHECK_DEADLINE_MS: "" }],
])("%o is refused by name", (wrong) => {
  expect(() => validateCheckSettings({ ...LIMITS, ...wrong })).toThrow(Object.keys(wrong)[0]);
});
