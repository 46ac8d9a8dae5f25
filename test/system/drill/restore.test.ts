import { expect, test } from "vitest";
import { restoreDrill } from "./restore-drill.ts";

/** The short form of `npm run drill -- restore`: the store whose loss would order twice. */
test("an account's object that was put back is held; once accepted a forgotten key has its own order", async () => {
  const said: string[] = [];
  const [seen] = await restoreDrill(["account object"], (line) => void said.push(line));
  expect(seen, said.join("\n")).toMatchObject({
    ...{ files: 1, held: [expect.stringMatching(/^account:.*1001$/)], logged: 1 },
    ...{ read: 200, order: 503, repeated: "409 idempotency_in_progress", refresh: 200 },
    accepted: { held: [], order: 201, retried: 201, refresh: 200, sameOrder: true },
    traffic: { twice: [] },
  });
  // The calls of another connection of the account, which went on meanwhile.
  expect(seen?.traffic.reads[200]).toBeGreaterThan(0);
  expect(seen?.traffic.done).toBeGreaterThan(0);
}, 180_000);
