import { describe, expect, test } from "vitest";
import { casesOf } from "../support/cases.ts";
import { importsOf, sourcesIn } from "./support/sources.ts";

const ENGINE = "workers/billing/engine/";
const CLIENT_AREA = "workers/billing/client-area/";

const {
  /**
   * The folders and top-level files, from the lowest layer to the highest. Parts of one layer import only lower layers.
   */
  layers: LAYERS,
  /** The files of the engine that the client area may import: its interface, types and pure rules. */
  publicInterface: PUBLIC_INTERFACE,
} = casesOf<{ layers: Record<string, string[][]>; publicInterface: string[] }>(import.meta.url);

const sources = [...sourcesIn(["workers/account", "workers/billing", "workers/billing-whmcs"])];
const imports = sources.flatMap(([file, source]) => importsOf(file, source)).filter(({ own }) => own);

describe.each(Object.entries(LAYERS))("the layers of %s", (room, layers) => {
  const partOf = (path: string) => path.slice(room.length).split("/", 1)[0] ?? "";
  const layerOf = (path: string) => layers.findIndex((parts) => parts.includes(partOf(path)));

  test("every folder belongs to a layer", () => {
    const files = sources.map(([file]) => file).filter((file) => file.startsWith(room));
    expect([...new Set(files.map(partOf))].toSorted()).toEqual(layers.flat().toSorted());
  });

  test("a folder imports only lower layers", () => {
    const within = imports.filter(({ file, target }) => file.startsWith(room) && target.startsWith(room));
    const up = within.filter(({ file, target }) => partOf(file) !== partOf(target) && layerOf(target) >= layerOf(file));
    expect(up.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });
});

test("the engine imports no other part of its Worker", () => {
  const outside = imports.filter(
    ({ file, target }) => file.startsWith(ENGINE) && !/^(?:shared|workers\/billing\/engine)\//.test(target),
  );
  expect(outside.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test("the client area imports only the public interface of the engine", () => {
  const used = imports.filter(({ file, target }) => file.startsWith(CLIENT_AREA) && target.startsWith(ENGINE));
  const names = new Set(used.map(({ target }) => target.slice(ENGINE.length)));
  expect([...names].toSorted()).toEqual(PUBLIC_INTERFACE);
});

test("in the account Worker, only the customer pages and environment.ts use the client area", () => {
  const used = imports.filter(
    ({ file, target }) => file.startsWith("workers/account/") && target === "shared/billing-contract/client-area.ts",
  );
  const outside = used.map(({ file }) => file).filter((file) => !file.startsWith("workers/account/pages/"));
  expect(outside).toEqual(["workers/account/environment.ts"]);
});
