import type { Fact } from "../../../../shared/domain-names/fact.ts";
import { GRACE_DAYS, REDEMPTION_DAYS } from "../../../../shared/domain-names/registry-rules.ts";

/** SQL expressions for the days that registries give a row of `domains d` after its expiry, by its extension. */
export const GRACE = daysBy(GRACE_DAYS);
export const GRACE_AND_REDEMPTION = `(${GRACE} + ${daysBy(REDEMPTION_DAYS)})`;

function daysBy(fact: Fact<number>): string {
  const extension = "substr(d.name, instr(d.name, '.'))";
  const cases = [...fact.deviations()].map(
    ([days, extensions]) => `WHEN ${extension} IN (${extensions.map((tld) => `'${tld}'`).join(", ")}) THEN ${days}`,
  );
  return `(CASE ${cases.join(" ")} ELSE ${fact.otherwise} END)`;
}
