import { expect, test } from "vitest";
import {
  placeOf,
  redirectRefusal,
  returnsToLoopback,
  returnsUnder,
} from "../../../workers/account/oauth/redirect-uri.ts";
import { casesOf } from "../../support/cases.ts";

/** The test cases. Two known schemes are intentionally unsafe because they open parts of the operating system. */
const CASES = casesOf<{ places: [uri: string, place: string][]; refused: Record<string, string[]> }>(import.meta.url);
const KNOWN = new Set(["cursor", "vscode", "ms-word", "chrome"]);

test.each(CASES.places)("%s may receive a code and is shown as %s", (uri, place) => {
  expect(redirectRefusal(uri, KNOWN)).toBeNull();
  expect(placeOf(uri)).toBe(place);
});

test.each(Object.entries(CASES.refused))("a redirect URI is refused if it is %s", (_, uris) => {
  for (const uri of uris) expect(redirectRefusal(uri, KNOWN), uri).not.toBeNull();
});

test("redirect URIs on loopback or under a host are recognized", () => {
  expect(["http://localhost:1/cb", "http://127.0.0.1/cb", "http://[::1]/cb"].every(returnsToLoopback)).toBe(true);
  expect(["https://localhost/cb", "cursor://cb", "https://app.example/cb"].some(returnsToLoopback)).toBe(false);
  for (const uri of ["https://app.example/cb", "https://app.example:8443/cb", "https://a.b.app.example/cb"]) {
    expect(returnsUnder(uri, "app.example"), uri).toBe(true);
  }
  for (const host of ["https://evilapp.example/cb", "https://example/cb", "https://app.example.evil.example/"])
    expect(returnsUnder(host, "app.example"), host).toBe(false);
  expect(returnsUnder("cursor://app.example", "app.example")).toBe(false);
  expect(returnsUnder("https://localhost/cb", "localhost:8443")).toBe(true);
});
