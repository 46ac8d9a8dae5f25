import { expect, test } from "vitest";
import { importsOf, sourcesIn } from "./support/sources.ts";

const ENGINE = "workers/billing/engine/";
const CLIENT_AREA = "workers/billing/client-area/";

/** The engine's folders and top files, from the lowest layer up; those of one layer import only lower ones. */
const LAYERS = [
  ...[["clock", "registrar", "seller"], ["store"], ["actions", "catalogue", "invoices"], ["pricing"], ["records"]],
  ...[
    ["mails"],
    ["sign-in"],
    ["engine-context.ts"],
    ["orders"],
    ["accounts", "domains", "payments", "services"],
    ["jobs"],
  ],
  ["billing-engine.ts"],
];

/** What the client area imports of the engine: its interface, types, and rules without effects. */
const PUBLIC_INTERFACE = [
  "accounts/account-details.ts",
  "accounts/countries.ts",
  "billing-engine.ts",
  "invoices/parties.ts",
  "invoices/taxes.ts",
  "payments/payment-settings.ts",
  "pricing/domain-prices.ts",
  "pricing/plan-prices.ts",
  "records/details.ts",
  "records/orders.ts",
  "registrar/registrar.ts",
];

const sources = [...sourcesIn(["workers/billing"])];
const imports = sources.flatMap(([file, source]) => importsOf(file, source)).filter(({ own }) => own);

const folderOf = (path: string) => path.slice(ENGINE.length).split("/", 1)[0] ?? "";
const layerOf = (path: string) => LAYERS.findIndex((folders) => folders.includes(folderOf(path)));

/** The engine's imports that a rule forbids, as `file → target`. */
const breaches = (isForbidden: (file: string, target: string) => boolean) =>
  imports
    .filter(({ file, target }) => file.startsWith(ENGINE) && isForbidden(file, target))
    .map(({ file, target }) => `${file} → ${target}`);

test("every folder of the engine has its layer", () => {
  const files = sources.map(([file]) => file).filter((file) => file.startsWith(ENGINE));
  expect([...new Set(files.map(folderOf))].toSorted()).toEqual(LAYERS.flat().toSorted());
});

test("a folder of the engine imports lower layers only", () => {
  const isUp = (file: string, target: string) =>
    folderOf(file) !== folderOf(target) && layerOf(target) >= layerOf(file);
  expect(breaches((file, target) => target.startsWith(ENGINE) && isUp(file, target))).toEqual([]);
});

test("the engine imports nothing of its Worker besides itself", () => {
  expect(breaches((_, target) => !target.startsWith(ENGINE) && !target.startsWith("shared/"))).toEqual([]);
});

test("the client area imports the engine's public interface only", () => {
  const used = new Set(
    imports
      .filter(({ file, target }) => file.startsWith(CLIENT_AREA) && target.startsWith(ENGINE))
      .map(({ target }) => target.slice(ENGINE.length)),
  );
  expect([...used].toSorted()).toEqual(PUBLIC_INTERFACE);
});
