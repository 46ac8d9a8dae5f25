import { expect, test } from "vitest";
import { importsOf, sourcesIn } from "./support/sources.ts";

const ENGINE = "workers/billing/engine/";
const CLIENT_AREA = "workers/billing/client-area/";

/** The engine's folders and top files, from the bottom up; those of one floor import only lower ones. */
const FLOORS = [
  ["clock", "registrar", "registries"],
  ["store"],
  ["actions", "catalogue", "invoices"],
  ["accounts"],
  ["mails"],
  ["sign-in"],
  ["engine.ts"],
  ["orders"],
  ["domains", "payments", "services"],
  ["jobs"],
  ["billing-engine.ts"],
];

/** What the client area imports of the engine: its interface, types, and rules without effects. */
const PUBLIC_FACE = [
  "accounts/details.ts",
  "accounts/domains.ts",
  "accounts/order-refusals.ts",
  "accounts/orders.ts",
  "billing-engine.ts",
  "catalogue/extension-prices.ts",
  "catalogue/plan-prices.ts",
  "invoices/taxes.ts",
  "orders/domain-order-rules.ts",
  "payments/payment-settings.ts",
  "registrar/registrar.ts",
  "registries/registry-rules.ts",
  "store/results.ts",
];

const sources = [...sourcesIn(["workers/billing"])];
const imports = sources.flatMap(([file, source]) => importsOf(file, source)).filter(({ own }) => own);

const roomOf = (path: string) => path.slice(ENGINE.length).split("/", 1)[0] ?? "";
const floorOf = (path: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));

test("every folder of the engine has its floor", () => {
  const rooms = new Set(
    sources
      .map(([file]) => file)
      .filter((file) => file.startsWith(ENGINE))
      .map(roomOf),
  );
  expect([...rooms].toSorted()).toEqual(FLOORS.flat().toSorted());
});

test("a folder of the engine imports lower floors only", () => {
  const up = imports.filter(
    ({ file, target }) =>
      file.startsWith(ENGINE) &&
      target.startsWith(ENGINE) &&
      roomOf(file) !== roomOf(target) &&
      floorOf(target) >= floorOf(file),
  );
  expect(up.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test("the engine imports nothing of its Worker besides itself", () => {
  const foreign = imports.filter(
    ({ file, target }) => file.startsWith(ENGINE) && !target.startsWith(ENGINE) && !target.startsWith("shared/"),
  );
  expect(foreign.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
});

test("the client area imports the engine's public face only", () => {
  const used = new Set(
    imports
      .filter(({ file, target }) => file.startsWith(CLIENT_AREA) && target.startsWith(ENGINE))
      .map(({ target }) => target.slice(ENGINE.length)),
  );
  expect([...used].toSorted()).toEqual(PUBLIC_FACE);
});
