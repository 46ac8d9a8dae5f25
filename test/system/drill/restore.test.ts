import { expect, test } from "vitest";
import { restoreDrill } from "./restore-drill.ts";
import { differences } from "./verdict.ts";

/** The short form of `npm run prove -- drill`, for the store whose loss would repeat orders. */
test("a restored account is on hold; once resumed, a key from the lost period still has its own order", async () => {
  const said: string[] = [];
  const seen = await restoreDrill(["account object"], (line) => void said.push(line));
  expect(seen.flatMap(differences), said.join("\n")).toEqual([]);
  expect(seen[0]?.files).toBe(1);
  // Another connection of the account must have kept ordering.
  expect(seen[0]?.traffic.done).toBeGreaterThan(0);
});
