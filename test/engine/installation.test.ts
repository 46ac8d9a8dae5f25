import { describe, expect, test } from "vitest";
import { installationCases } from "../billing-contract/installation.ts";
import { LOGINS } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const { billing: one } = await seededBilling();
const { billing: other, sql } = await seededBilling();

describe("two databases with the same ids", () => {
  installationCases({ one, other, loginId: LOGINS.owner, accountId: 1001 });
});

test("a database of before has the empty name, which another one's login has not", async () => {
  await sql.run("UPDATE installation SET id = ''");
  const query = { loginId: LOGINS.owner, accountId: 1001, permissions: [] };
  expect(await other.describe()).toMatchObject({ value: { installation: "" } });
  expect(await other.authorize({ ...query, installation: "" })).toMatchObject({ ok: true });
  expect(await one.authorize({ ...query, installation: "" })).toMatchObject({ problem: { code: "access_lost" } });
});
