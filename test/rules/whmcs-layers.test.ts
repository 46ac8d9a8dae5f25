import { expect, test } from "vitest";
import { importsOf, sourcesIn } from "./support/sources.ts";

const ROOM = "workers/billing-whmcs/";

/** The adapter's folders and top files, from the lowest layer up; those of one layer import only lower ones. */
const LAYERS = [
  ...[
    ["bridge"],
    ["answers"],
    ["work-intervals.ts"],
    ["whmcs-context.ts"],
    ["accounts"],
    ["results.ts", "list-page.ts"],
  ],
  ...[["catalogue"], ["services", "domains", "invoices"], ["tickets", "orders"], ["operator", "scheduled-work.ts"]],
  ...[["whmcs-billing.ts"], ["whmcs-settings.ts"], ["composition.ts"], ["billing-whmcs.worker.ts"]],
];

const layerOf = (path: string) => {
  const folder = path.slice(ROOM.length).split("/", 1)[0] ?? "";
  return LAYERS.findIndex((folders) => folders.includes(folder));
};
const folderOf = (path: string) => path.slice(ROOM.length).split("/", 1)[0];
const sources = [...sourcesIn([ROOM.slice(0, -1)])];

test("every folder of the adapter has its layer", () => {
  const folders = new Set(sources.map(([file]) => folderOf(file)));
  expect([...folders].toSorted()).toEqual(LAYERS.flat().toSorted());
});

test("a folder of the adapter imports lower layers only", () => {
  const own = sources
    .flatMap(([file, source]) => importsOf(file, source))
    .filter(({ target }) => target.startsWith(ROOM));
  const up = own.filter(({ file, target }) => folderOf(file) !== folderOf(target) && layerOf(target) >= layerOf(file));
  expect(up.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});
