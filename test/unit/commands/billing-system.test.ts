import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";
import { billingSystemOf, type WrittenWorker } from "../../../scripts/configurations.ts";
import { keepBillingSystem } from "../../../scripts/deployment/deployed-database.ts";
import type { Configuration } from "../../../scripts/deployment/wrangler-configuration.ts";
import { refuseOtherSystem } from "../../../shared/billing-contract/billing-system-setting.ts";

const workersOf = (billingSystem: string) =>
  [{}, { vars: { BILLING_SYSTEM: billingSystem } }].map(
    (configuration) => ({ configuration }) as unknown as WrittenWorker,
  );

test("a deployment refuses to change its billing system unless the option for it is given", () => {
  const database = new DatabaseSync(":memory:");
  const run = (sql: string) =>
    statementsOf(sql)
      .map((statement) => database.prepare(statement).all())
      .at(-1) ?? [];
  const kept = () => database.prepare("SELECT billing_system AS name FROM deployed_billing_system").all();
  keepBillingSystem(run, workersOf("embedded-1"), false);
  keepBillingSystem(run, workersOf("embedded-1"), false);
  expect(() => keepBillingSystem(run, workersOf("whmcs-a.example"), false)).toThrow(
    /embedded-1 is deployed.*--new-billing-system/,
  );
  expect(kept()).toEqual([{ name: "embedded-1" }]);
  keepBillingSystem(run, workersOf("whmcs-a.example"), true);
  expect(kept()).toEqual([{ name: "whmcs-a.example" }]);
  keepBillingSystem(run, workersOf("whmcs-a.example"), false);
  expect(() => keepBillingSystem(run, workersOf("embedded-1"), false)).toThrow("whmcs-a.example is deployed");
});

test("a billing system is identified by the engine's database, or by the URL of WHMCS without its protocol", () => {
  const engine = (id?: string) => [
    {
      main: "/p/workers/billing/billing.worker.ts",
      d1_databases: [{ binding: "DB", ...(id && { database_id: id }) }],
    } as Configuration,
  ];
  expect(billingSystemOf("embedded", engine("0193"), undefined)).toBe("embedded-0193");
  expect(billingSystemOf("embedded", engine(), undefined), "local work").toBe("embedded");
  const addresses = ["https://my.provider.example/clients/", "http://my.provider.example/clients", undefined];
  expect(addresses.map((address) => billingSystemOf("whmcs", [], address))).toEqual([
    "whmcs-my.provider.example/clients",
    "whmcs-my.provider.example/clients",
    "whmcs",
  ]);
});

test("a billing system refuses a caller that was deployed for another one", () => {
  const own = { BILLING_SYSTEM: "embedded-2" };
  expect(() => refuseOtherSystem(own, { BILLING_SYSTEM: "embedded-1" })).toThrow("the caller has embedded-1");
  expect(() => refuseOtherSystem(own, own)).not.toThrow();
  expect(() => refuseOtherSystem(own, undefined)).not.toThrow();
});
