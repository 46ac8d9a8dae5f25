import type { StoreName } from "./drill-system.ts";
import type { Seen } from "./restore-drill.ts";

/** The expected behaviour while each store is on hold, from the table in docs/operate/restoring.md. */
const WHILE_HELD: Record<StoreName, Pick<Seen, "repeated" | "refresh"> & { held: RegExp }> = {
  "account object": { held: /^account:/, repeated: "503 billing_unavailable", refresh: 200 },
  "connection object": { held: /^connection:/, repeated: "201 ", refresh: 503 },
  "account database": { held: /^account-database$/, repeated: "201 ", refresh: 503 },
  "billing database": { held: /^billing-database$/, repeated: "201 ", refresh: 200 },
};

/** Returns a sentence for each difference between the observed behaviour of a store and docs/operate/restoring.md. */
export function differences({ store, ...seen }: Seen): string[] {
  const { held, repeated, refresh } = WHILE_HELD[store];
  const { resumed, traffic } = seen;
  const columns: [name: string, holds: boolean, seen: unknown][] = [
    ["held", seen.held.length > 0 && seen.held.every((name) => held.test(name)), seen.held],
    ["read", seen.read === 200, seen.read],
    ["order", seen.order === 503, seen.order],
    ["the repeated key", seen.repeated === repeated, seen.repeated],
    ["refresh", seen.refresh === refresh, seen.refresh],
    ["held once resumed", resumed.held.length === 0, resumed.held],
    ["the key's own order once resumed", resumed.sameOrder, resumed.sameOrder],
    ["a new number once resumed", resumed.isNewNumber, resumed.isNewNumber],
    ["order once resumed", resumed.order === 201, resumed.order],
    ["the refused order once resumed", resumed.retried === 201, resumed.retried],
    ["refresh once resumed", resumed.refresh === 200, resumed.refresh],
    ["ordered twice", traffic.twice.length === 0, traffic.twice],
  ];
  return columns
    .filter(([, holds]) => !holds)
    .map(([name, , value]) => `${store}: ${name} is ${JSON.stringify(value)}`);
}
