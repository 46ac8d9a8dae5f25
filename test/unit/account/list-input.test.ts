import { expect, test } from "vitest";
import { urlReader } from "../../../shared/api/http/serve-http.ts";
import { refusedMembers } from "../../../shared/api/pipeline/input-errors.ts";
import { listServices } from "../../../workers/account/operations/list-services.ts";

const { query: read } = urlReader(listServices.input);

/** The input as it is read from a query. */
function parsed(query: string) {
  return listServices.input.safeParse(read(new URLSearchParams(query), {}));
}

test("what is left out has its default", () => {
  expect(parsed("").data).toEqual({ status: "active", limit: 25 });
});

const ANA = "studio-ana.ca";
const MONTREAL = "xn--atelier-ana-montral-rzb.ca";
test.each([
  ...[ANA, "STUDIO-Ana.CA", "studio-ana.ca.", "www.studio-ana.ca", "WWW.Studio-Ana.ca."].map((name) => [name, ANA]),
  ["ｓｔｕｄｉｏ-ana.ca", ANA],
  ...["Atelier-Ana-Montréal.ca", MONTREAL, "www.atelier-ana-montréal.ca"].map((name) => [name, MONTREAL]),
  ["shop.studio-ana.ca", "shop.studio-ana.ca"],
  ["www.shop.studio-ana.ca", "shop.studio-ana.ca"],
  ["www2.studio-ana.ca", "www2.studio-ana.ca"],
  ["wwwstudio-ana.ca", "wwwstudio-ana.ca"],
  ["www.ca", "www.ca"],
  ["www.www.ca", "www.ca"],
] as [string, string][])("%s is read as %s", (domain, name) => {
  expect(parsed(`domain=${encodeURIComponent(domain)}`).data?.domain).toBe(name);
});

/** What each parameter is refused for, by its name. */
const REFUSED: Record<string, string[]> = {
  domain: [
    ...["", ".", "localhost", "www.", "127.0.0.1", "%25.ca", "a_b.ca", "studio-ana.ca%0d%0aHELP"],
    ...["studio%C2%AD-ana.ca", "%20studio-ana.ca", "xn--a.com", `${"a.".repeat(130)}ca`],
  ],
  status: ["", "ACTIVE", "unpaid"],
  limit: ["0", "101", "-1", "2.5", "ten", "", "1e1", "01", "1.0", "%2010", "NaN"],
  cursor: ["", "A".repeat(1001)],
  ["__proto__"]: ["1"],
};

test.each(Object.entries(REFUSED).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  "%s=%s is refused by its name",
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
