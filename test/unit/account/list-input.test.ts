import { expect, test } from "vitest";
import { urlReader } from "../../../shared/api/http/serve-http.ts";
import { refusedMembers } from "../../../shared/api/pipeline/input-errors.ts";
import { listServices } from "../../../workers/account/operations/list-services.ts";
import { casesOf } from "../../support/cases.ts";

const { query: read } = urlReader(listServices.input);

/** Returns the input that a query parses to. */
function parsed(query: string) {
  return listServices.input.safeParse(read(new URLSearchParams(query), {}));
}

/** The parsed domain names, and each parameter's refusals by its name. */
const CASES = casesOf<{ names: [domain: string, name: string][]; refused: [name: string, value: string][] }>(
  import.meta.url,
);

test("omitted fields have their defaults", () => {
  expect(parsed("").data).toEqual({ status: "active", limit: 25 });
});

test.each(CASES.names)("reads %s as %s", (domain, name) => {
  expect(parsed(`domain=${encodeURIComponent(domain)}`).data?.domain).toBe(name);
});

test.each([...CASES.refused, ["cursor", "A".repeat(1001)] as const])("%s=%s is refused by its name", (name, value) => {
  const given = read(new URLSearchParams(`${name}=${value}`), {});
  const { error } = listServices.input.safeParse(given);
  const known = Object.keys(listServices.input.shape);
  const refused = refusedMembers(error?.issues ?? [], given, known, "parameter");
  expect(refused.map((member) => member.name)).toEqual([name]);
  expect(refused[0]?.message.en).toMatch(/^(?:must|is|has) .*\.$/);
  expect(refused[0]?.message.fr).not.toBe(refused[0]?.message.en);
});
