import { expect, test } from "vitest";
import { type AnyOperation, declaredProblems } from "../../shared/api/definition/operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { recordedCalls as ofAccount } from "../../workers/account/recorded/recorded-calls.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { recordedCalls as ofCatalogue } from "../../workers/catalogue/recorded/recorded-calls.ts";
import { ASKED, NOT_A_PARAMETER } from "../system/recorded/problems-of-calls.ts";

const recordedOf = { catalogue: ofCatalogue, account: ofAccount };
const operationsOf = { catalogue: catalogueOperations, account: accountOperations };
const described = (["catalogue", "account"] as const).flatMap((worker) =>
  operationsOf[worker]
    .map((operation): AnyOperation<never> => operation)
    .map((operation) => ({
      worker,
      operation,
      problems: { ...recordedOf[worker].problems, ...recordedOf[worker].calls[operation.id]?.problems },
      approval: recordedOf[worker].calls[operation.id]?.approval,
    })),
);

test.each(described)("$operation.id has an example of every possible problem", (one) => {
  const shown = [...Object.keys(one.problems), ...(one.approval ? ["not_allowed"] : [])];
  expect(declaredProblems(one.operation).filter((code) => !shown.includes(code))).toEqual([]);
});

test.each(described)(
  "the examples for $operation.id mention no scope, permission or field of another operation",
  (one) => {
    const { access, input } = one.operation;
    const members = [...Object.keys(input.shape), NOT_A_PARAMETER, "lang"];
    for (const code of declaredProblems(one.operation)) {
      const body = one.problems[code]?.body ?? {};
      const detail = String(body.detail ?? "");
      const [, scope] = /the scope (\w+:\w+)/.exec(detail) ?? [];
      expect([undefined, access?.scope]).toContain(scope);
      const [, permission] = /client-area permission (?!that)(\w+)/.exec(detail) ?? [];
      expect([undefined, ...(access?.permissions ?? [])]).toContain(permission);
      for (const { parameter, pointer } of (body.errors ?? []) as { parameter?: string; pointer?: string }[]) {
        const [member] = (parameter ?? pointer?.slice(1) ?? "").split("/");
        if (member) expect(members).toContain(member);
      }
    }
  },
);

test("each command that may need approval has an example of the refusal", () => {
  expect(ASKED.length).toBeGreaterThan(5);
  for (const id of ASKED) {
    const body = recordedOf.account.calls[id]?.approval?.body;
    expect(body).toMatchObject({ code: "not_allowed", retryable: true, action_required: { type: "approve_action" } });
  }
});
