import { expect, test } from "vitest";
import { urlReader } from "../../../shared/api/http/serve-http.ts";
import { refusedMembers } from "../../../shared/api/pipeline/input-errors.ts";
import { listServices } from "../../../workers/account/operations/list-services.ts";
import { casesOf } from "../../support/cases.ts";

const { query: read } = urlReader(listServices.input);

function parsed(query: string) {
  return listServices.input.safeParse(read(new URLSearchParams(query), {}));
}

/** Domain names with their parsed form, and refused values by parameter name. */
const CASES = casesOf<{ names: [domain: string, name: string][]; refused: [name: string, value: string][] }>(
  import.meta.url,
);

test("omitted fields have their defaults", () => {
  expect(parsed("").data).toEqual({ status: "active", limit: 25 });
});

test.each(CASES.names)("the domain %s is read as %s", (domain, name) => {
  expect(parsed(`domain=${encodeURIComponent(domain)}`).data?.domain).toBe(name);
});

test.each([...CASES.refused, ["cursor", "A".repeat(1001)] as const])(
  "the refusal of %s=%s names its parameter",
  (name, value) => {
    const given = read(new URLSearchParams(`${name}=${value}`), {});
    const { error } = listServices.input.safeParse(given);
    const known = Object.keys(listServices.input.shape);
    const refused = refusedMembers(error?.issues ?? [], given, known, "parameter");
    expect(refused.map((member) => member.name)).toEqual([name]);
    expect(refused[0]?.message.en).toMatch(/^(?:must|is|has) .*\.$/);
    expect(refused[0]?.message.fr).not.toBe(refused[0]?.message.en);
  },
);
