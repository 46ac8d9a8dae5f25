import type { OperationError } from "../../../shared/api/definition/problems.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { Text } from "../../../shared/platform/language.ts";
import {
  actorProblem,
  notOffered,
  type PlainRefusal,
  refusalProblem,
} from "../../../workers/account/actions/refusal-problem.ts";
import { insufficientScope } from "../../../workers/account/admission/connection-admission.ts";
import { notChecked } from "../../../workers/account/admission/connection-gate.ts";
import { sampleDescription } from "../../support/sample-description.ts";

/**
 * Returns problems that no call on the demonstration data causes and that all account operations share. The functions
 * of the Worker build them.
 */
export function builtCommonProblems(clientArea: string): OperationError[] {
  const connection = { id: "c", application: "a", agreedScopes: [], isChallenged: false };
  return [
    // Every connection has the `account:read` scope, so no call causes the first problem. The second problem is shared,
    // so it names no permission.
    insufficientScope("account:read", connection),
    actorProblem({ code: "permission_denied" }),
    notOffered(NO_CHANGES_TAKEN, clientArea),
    notChecked("no answer"),
  ];
}

type Reasoned = Extract<PlainRefusal, { reason: Text }>["code"];

/** The refusals that only other billing systems or registrars give. */
const REFUSALS: [operation: string, code: Exclude<Reasoned, "not_offered">, reason: string][] = [
  ["quoteDomainOrder", "already_requested", "This name is already on order."],
  ["quoteDomainOrder", "not_allowed", "The account is closed."],
  [
    "quoteDomainOrder",
    "not_available",
    "This name is registered already. Its holder can transfer it here with its auth code.",
  ],
  ["quotePlanOrder", "already_requested", "This plan is already on order for that name."],
  ["setDomainAutoRenew", "refused", "The provider does not let the automatic renewal of this name be set."],
  ["setDomainAutoRenew", "not_renewable", "Only a name that is registered here can be renewed."],
  ["setDomainAutoRenew", "already_requested", "Another change of this name is under way."],
  ["quotePlanChange", "not_changeable", "The service is being cancelled."],
  ["quotePlanChange", "not_allowed", "The account is closed."],
  ["quotePlanChange", "already_requested", "This change is already on order."],
  ["quoteCancellation", "not_allowed", "The account is closed."],
  ["getDomainRegistrarSettings", "not_allowed", "This name is not registered here now."],
  ["setDomainNameservers", "already_requested", "Another change of this name is under way."],
  ["setDomainLock", "already_requested", "Another change of this name is under way."],
  ["transferDomainOut", "already_requested", "A transfer of this name is being prepared already."],
  ["transferDomainOut", "not_available", "The registry gives no transfer code for this name."],
];

/** Returns problems of single account operations that no call on the demonstration data causes. */
export function builtProblems(): [operation: string, problem: OperationError][] {
  const clientArea = { address: "", pages: sampleDescription().links };
  return REFUSALS.map(([operation, code, en]) => [
    operation,
    refusalProblem({ code, reason: { en, fr: en } } as PlainRefusal, clientArea),
  ]);
}
