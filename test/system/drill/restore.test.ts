import { expect, test } from "vitest";
import { restoreDrill } from "./restore-drill.ts";
import { differences } from "./verdict.ts";

// This is the short form of `npm run prove -- drill`. It restores the store that prevents repeated orders.
test("a restored account object is on hold, and a key from the lost period still has its own order afterwards", async () => {
  const said: string[] = [];
  const seen = await restoreDrill(["account object"], (line) => void said.push(line));
  expect(seen.flatMap(differences), said.join("\n")).toEqual([]);
  expect(seen[0]?.files).toBe(1);
  // The other connection to the account must also have placed orders.
  expect(seen[0]?.traffic.done).toBeGreaterThan(0);
});
