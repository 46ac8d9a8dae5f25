import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { BillingUnavailable, WriteRefused } from "../../../shared/billing-contract/result.ts";
import { refusal, SERVER_UNAVAILABLE } from "../../../shared/ordering/refusals.ts";
import { log } from "../../../shared/platform/log.ts";
import { registrarProblem } from "../api/actions/registrar.ts";
import { type ApiOutcome, knownWords } from "../api/outcome.ts";
import type { WriteOutcome } from "../api/whmcs-api.ts";
import { unavailable } from "../results.ts";

/** Of the calls that a registrar is asked by, in milliseconds: one after another they are less than their caller waits. */
export const REGISTRAR_READ_MS = 6_000;
export const REGISTRAR_WRITE_MS = 8_000;

export type RegistrarFailure = WriteRefused | BillingUnavailable;

/**
 * What a registrar answered. `unsupported`: its module has no such function. `failed`: nothing is told; a change was certainly not
 * made. `unknown`: a change may have been made.
 */
export type RegistrarAnswer<Value> =
  | { kind: "told"; value: Value }
  | { kind: "unsupported" }
  | { kind: "failed" | "unknown"; problem: RegistrarFailure };

/** Its own text is for administrators, and not passed on. */
const REFUSED_BY_REGISTRAR = refusal(
  "refused",
  "The registrar refused. The provider can tell why.",
  "Le bureau d’enregistrement a refusé. Le fournisseur peut dire pourquoi.",
);

type Query = Pick<ActorQuery, "accountId" | "requestId">;

/** @param action of the API */
export function registrarRead<Value>(query: Query, action: string, outcome: ApiOutcome<Value>): RegistrarAnswer<Value> {
  switch (outcome.kind) {
    case "ok":
      return { kind: "told", value: outcome.body };
    case "said_no":
      return refused(query, action, outcome.text, "failed");
    case "unavailable":
      return { kind: "failed", problem: unavailable(outcome).problem };
  }
}

/** @param action of the API */
export function registrarWrite(
  query: Query,
  action: string,
  outcome: WriteOutcome,
): RegistrarAnswer<Record<string, unknown>> {
  switch (outcome.kind) {
    case "ok":
      return { kind: "told", value: outcome.body };
    case "said_no":
      // A registrar that was late may have done it all the same.
      return refused(query, action, outcome.text, "unknown");
    case "not_done":
      return { kind: "failed", problem: { code: "billing_unavailable", retryAfter: outcome.retryAfter } };
    case "unknown":
      log("billing_outcome_unknown", { request_id: query.requestId, account: query.accountId, action });
      return { kind: "unknown", problem: { code: "billing_unavailable", retryAfter: outcome.retryAfter } };
  }
}

/** @param kind where the registrar could not be reached, or did not answer */
function refused(
  { accountId, requestId }: Query,
  action: string,
  text: string,
  kind: "failed" | "unknown",
): Exclude<RegistrarAnswer<never>, { kind: "told" }> {
  const problem = registrarProblem(text);
  if (problem === "unsupported") return { kind: "unsupported" };
  log("billing_registrar_refused", { request_id: requestId, account: accountId, action, said: knownWords(text) });
  return problem === "unavailable"
    ? { kind, problem: SERVER_UNAVAILABLE }
    : { kind: "failed", problem: REFUSED_BY_REGISTRAR };
}
