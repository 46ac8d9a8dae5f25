import { expect, test } from "vitest";
import { writtenName } from "../../../workers/site/components/domain-search.tsx";

test.each([
  ["free-name.ca", "free-name.ca"],
  ["  free-name.ca\n", "free-name.ca"],
  ["www.free-name.ca", "free-name.ca"],
  ["WWW.Free-Name.ca.", "Free-Name.ca."],
  ["https://www.free-name.ca/a/b?c=d#e", "free-name.ca"],
  ["http://free-name.ca:8080", "free-name.ca"],
  ["//free-name.ca/", "free-name.ca"],
  ["free-name.ca/www.other.com", "free-name.ca"],
  ["ana@free-name.ca", "free-name.ca"],
  ["https://ana:secret@free-name.ca/", "free-name.ca"],
  ["www.com", "www.com"],
  ["www.hôtel.ca", "hôtel.ca"],
  ["www.", "www."],
  ["https://", ""],
  ["   ", ""],
  ["free name.ca", "free name.ca"],
  ["javascript:alert(1)", "javascript:alert(1)"],
])("%j is read as the domain name %j", (typed, name) => {
  expect(writtenName(typed)).toBe(name);
});
