import { expect, test } from "vitest";
import { CLIENT_ROWS } from "../../../dev/clients/client-rows.ts";
import { limitTable } from "../../../workers/site/developers/pages/tried-clients.ts";
import tried from "../../../workers/site/developers/tried-clients.json" with { type: "json" };

const rowsOf = (blocks: ReturnType<typeof limitTable>) =>
  new Map(
    blocks.flatMap((block) => (block.kind === "table" ? block.rows.map(([name, ...cells]) => [name, cells]) : [])),
  );

test("the record contains each client that can be tried, with its version, and the date", () => {
  expect(tried.clients.map(({ name }) => name)).toEqual(CLIENT_ROWS.map(({ name }) => name));
  for (const { version } of tried.clients) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(tried.date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test("each client that loses the text of a limit has a remedy in the table", () => {
  const rows = rowsOf(limitTable("en"));
  for (const { name, version, atLimit } of tried.clients) {
    const [shown, , remedy] = rows.get(name) ?? [];
    expect(shown).toBe(version);
    expect(remedy === "Not needed", name).toBe(atLimit === "model");
  }
});
