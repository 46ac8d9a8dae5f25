import { expect, test } from "vitest";
import { restoreDrill, type Seen } from "./restore-drill.ts";
import { differences } from "./verdict.ts";

/** The short form of `npm run prove -- drill`: the store whose loss would order twice. */
test("a restored account is on hold; once it is resumed a key that was used since has its own order", async () => {
  const said: string[] = [];
  const [seen] = await restoreDrill(["account object"], (line) => void said.push(line));
  expect(seen, said.join("\n")).toMatchObject({
    ...{ files: 1, held: [expect.stringMatching(/^account:.*1001$/)] },
    ...{ read: 200, order: 503, repeated: "503 billing_unavailable", refresh: 200 },
    resumed: { held: [], order: 201, retried: 201, refresh: 200, sameOrder: true, isNewNumber: true },
    traffic: { twice: [] },
  });
  // The calls of another connection of the account, which went on meanwhile.
  expect(seen?.traffic.reads[200]).toBeGreaterThan(0);
  expect(seen?.traffic.done).toBeGreaterThan(0);
}, 180_000);

const SEEN: Seen = {
  ...{ store: "connection object", files: 2, held: ["connection:a"] },
  ...{ read: 200, order: 503, repeated: "201 ", refresh: 503 },
  resumed: { held: [], order: 201, retried: 201, refresh: 200, sameOrder: true, isNewNumber: true },
  traffic: { reads: {}, keys: 1, done: 1, open: 0, twice: [] },
};

test.each<[string, Partial<Seen>]>([
  ["held", { held: [] }],
  ["held", { held: ["connection:a", "billing-database"] }],
  ["read", { read: 503 }],
  ["order", { order: 201 }],
  ["the repeated key", { repeated: "409 idempotency_in_progress" }],
  ["refresh", { refresh: 200 }],
  ["held once resumed", { resumed: { ...SEEN.resumed, held: ["connection:a"] } }],
  ["the key's own order once resumed", { resumed: { ...SEEN.resumed, sameOrder: false } }],
  ["a new number once resumed", { resumed: { ...SEEN.resumed, isNewNumber: false } }],
  ["order once resumed", { resumed: { ...SEEN.resumed, order: 503 } }],
  ["the refused order once resumed", { resumed: { ...SEEN.resumed, retried: 409 } }],
  ["refresh once resumed", { resumed: { ...SEEN.resumed, refresh: 400 } }],
  ["ordered twice", { traffic: { ...SEEN.traffic, twice: ["traffic 0"] } }],
])("the drill fails where another thing is seen: %s", (column, change) => {
  expect(differences(SEEN)).toEqual([]);
  expect(differences({ ...SEEN, ...change })).toEqual([expect.stringContaining(`connection object: ${column} is `)]);
});
