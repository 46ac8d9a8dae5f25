import { afterEach, expect, test, vi } from "vitest";
import { askPwnedPasswords } from "../../../workers/billing/engine/sign-in/leaked-passwords.ts";

// The SHA-1 of "password" is 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8.
const SUFFIX = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";
afterEach(() => vi.restoreAllMocks());

const answering = (answer: () => Promise<Response>) => vi.spyOn(globalThis, "fetch").mockImplementation(answer);

test.each([
  ["its hash is in the response", `0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n${SUFFIX}:52256179\r\n`, true],
  ["only other hashes are in the response", "0018A45C4D1DEF81644B54AB7F969B88D65:3", false],
  ["its hash is padding in the response", `${SUFFIX}:0`, false],
])("if %s, the password is leaked: %s", async (_, text, isLeaked) => {
  const fetched = answering(async () => new Response(text));
  expect(await askPwnedPasswords("password", "request")).toBe(isLeaked);
  expect(fetched.mock.calls[0]?.[0]).toBe("https://api.pwnedpasswords.com/range/5BAA6");
  expect(JSON.stringify(fetched.mock.calls)).not.toContain("1E4C9");
});

test.each([
  ["a refusal", async () => new Response("", { status: 503 })],
  ["a network failure", () => Promise.reject(new TypeError("unreachable"))],
])("after %s, the password stays usable and the failure is logged", async (_, answer) => {
  answering(answer);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await askPwnedPasswords("password", "request")).toBe(false);
  expect(String(logged.mock.calls[0]?.[0])).toContain("leaked_passwords_not_asked");
});
