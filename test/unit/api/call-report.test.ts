import { expect, test } from "vitest";
import * as z from "zod";
import { type CallReport, runWithReport, withReport } from "../../../shared/api/definition/call-report.ts";
import { type AnyOperation, operationsFor } from "../../../shared/api/definition/operation.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { AnswerCache } from "../../../shared/api/pipeline/answer.ts";
import { runOperation } from "../../../shared/api/pipeline/run-operation.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const NOW = 1_000_000;
const addresses = addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses");
const policyOf = (id: string) => ({ id, name: id, quota: 10, windowSeconds: 60 });
const rateOf = (id: string) => ({ policy: policyOf(id), remaining: 9, resetSeconds: 60 });

function outcomeOf(run: AnyOperation<object>["run"]) {
  const operation = operationsFor<object>()({
    ...{
      id: "getSample",
      http: { method: "GET", path: "/sample" },
      title: "",
      label: { fr: "" },
      summary: { en: "", fr: "" },
    },
    ...{ description: "", effect: "read", freshFor: 60, problems: ["not_found"], example: {} },
    ...{ input: z.strictObject({}), output: z.object({}), run },
  });
  const api = {
    ...{ version: { major: 1, release: "1.0.0" }, operations: [operation], contextFor: () => ({}) },
    ...{ answers: new AnswerCache(1), now: () => NOW },
  };
  return runOperation(api, operation, {
    ...{ sent: { path: {} }, addresses, authorization: null, requestId: "r", waitUntil: () => undefined },
    caller: { via: "http", address: "192.0.2.1" },
  });
}

test.each<[string, CallReport[], number]>([
  ["nothing reported: the operation's own age", [], NOW + 60_000],
  ["data that ends later", [{ freshUntil: NOW + 90_000 }], NOW + 60_000],
  ["the first of several ends", [{ freshUntil: NOW + 30_000 }, { freshUntil: NOW + 20_000 }, {}], NOW + 20_000],
  ["an answer that must not be stored", [{ freshUntil: Number.NEGATIVE_INFINITY }], Number.NEGATIVE_INFINITY],
])("freshness, %s", async (_, reports, freshUntil) => {
  expect(await outcomeOf(async () => withReport({}, ...reports))).toMatchObject({ answer: { freshUntil }, rates: [] });
});

test("what a call was counted against is in its outcome, whether it succeeds, is refused or breaks", async () => {
  const counted = (work: () => object) => () =>
    runWithReport({ rates: [rateOf("one")] }, () => runWithReport({ rates: [rateOf("two")], isReplayed: true }, work));
  const rates = [rateOf("one"), rateOf("two")];
  expect(await outcomeOf(counted(() => ({})))).toMatchObject({ answer: { json: "{}" }, rates, isReplayed: true });
  const refuse = () => {
    throw new OperationError("not_found", { en: "No.", fr: "Non." });
  };
  expect(await outcomeOf(counted(refuse))).toMatchObject({ problem: { code: "not_found" }, rates, isReplayed: true });
  const fail = () => {
    throw new TypeError("a mistake");
  };
  expect(await outcomeOf(counted(fail))).toMatchObject({ problem: { code: "internal_error" }, rates });
});
