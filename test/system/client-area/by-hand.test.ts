import { expect, test } from "vitest";
import { useArea } from "./support/area.ts";

const NAME = "ana.dev";
const PAGE = `/domains/${NAME}`;
const area = useArea("with registrar");

const renewals = () =>
  area.value(
    "SELECT count(*) FROM orders o JOIN domains d ON d.id = o.domain_id WHERE d.name = ? AND o.kind = 'renew_domain'",
    NAME,
  );

test("a renewal shows its price and the new end of the term, and leads to its invoice", async () => {
  const before = Number(await renewals());
  const asked = await area.as("owner", `${PAGE}/renew?years=2`);
  expect(asked.words).toContain(`Renew ${NAME} for 2 years?`);
  const invoice = await asked.submit(`${PAGE}/renew`);
  expect(invoice.path).toMatch(/^\/invoices\/\d+$/);
  expect(Number(await renewals())).toBe(before + 1);
  const again = await asked.submit(`${PAGE}/renew`);
  expect(again.path).toBe(invoice.path);
  expect(Number(await renewals())).toBe(before + 1);
});
