import { expect, test } from "vitest";
import { checkRegistrar, registrarOf } from "../../../workers/billing/engine/registrar/registrar-connection.ts";

const REAL = { REGISTRAR: "namecom", REGISTRAR_USER: "provider", REGISTRAR_URL: "", DEMONSTRATION: "" };
const TEST_SYSTEM = { ...REAL, REGISTRAR_URL: "https://api.dev.name.com", DEMONSTRATION: "true" };

test.each([REAL, TEST_SYSTEM, { ...TEST_SYSTEM, REGISTRAR_URL: "http://127.0.0.1:8080" }])(
  "%j gives a registrar",
  (settings) => {
    expect(registrarOf({ ...settings, REGISTRAR_TOKEN: "token" })).not.toBeNull();
  },
);

test("without REGISTRAR there is no registrar", () => {
  expect(registrarOf({ ...REAL, REGISTRAR: "" })).toBeNull();
});

test.each([
  ["another registrar", { ...REAL, REGISTRAR: "other" }, "REGISTRAR is neither namecom nor empty: other"],
  ["no user", { ...REAL, REGISTRAR_USER: "" }, "REGISTRAR_USER is empty"],
  ["another URL outside a demonstration", { ...TEST_SYSTEM, DEMONSTRATION: "" }, "for a demonstration only"],
  ["the real registrar in a demonstration", { ...TEST_SYSTEM, REGISTRAR_URL: "" }, "registers nothing at the real"],
  [
    "a URL that would send the token unencrypted",
    { ...TEST_SYSTEM, REGISTRAR_URL: "http://api.dev.name.com" },
    "REGISTRAR_URL is not an https",
  ],
  ["an invalid URL", { ...TEST_SYSTEM, REGISTRAR_URL: "api.dev.name.com" }, "REGISTRAR_URL is not an https"],
])("the settings are refused with %s", (_, settings, message) => {
  expect(() => checkRegistrar(settings)).toThrow(message);
});
