import type { RegistryQuestion } from "../../../../durable-objects/registry/registry-port.ts";
import type { Availability } from "../../../../shared/billing-contract/availability.ts";
import type { CatalogueReads } from "../../../../shared/billing-contract/catalogue.ts";
import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { DeadlineError, inTime } from "../../../../shared/platform/deadline.ts";
import { log } from "../../../../shared/platform/log.ts";
import { askOverHttp } from "./ask-over-http.ts";
import { askOverTcp } from "./ask-over-tcp.ts";

/**
 * Asks a source about a name over its own protocol, or the registrar through the billing system. Never throws: an answer
 * that proves nothing is `unknown` with its reason.
 * @returns null where the provider has no registrar
 */
export async function askSource(
  question: RegistryQuestion,
  billing: Pick<CatalogueReads, "askRegistrar">,
): Promise<Verdict | null> {
  const { source, requestId, deadlineMs } = question;
  try {
    return await inTime(ask(question, billing), deadlineMs);
  } catch (cause) {
    if (source.kind === "registrar") log("billing_unreachable", { request_id: requestId, cause });
    else log("registry_unreachable", { request_id: requestId, host: source.host, cause });
    return verdict("unknown", cause instanceof DeadlineError ? "timeout" : "unreachable");
  }
}

function ask(question: RegistryQuestion, billing: Pick<CatalogueReads, "askRegistrar">): Promise<Verdict | null> {
  const { source, name, requestId } = question;
  switch (source.kind) {
    case "whois":
    case "das":
      return askOverTcp(source, question);
    case "rdap":
    case "page":
      return askOverHttp(source, question);
    case "registrar":
      return askRegistrar(billing, name, requestId);
  }
}

/** Asks the provider's registrar about a name through the billing system; null: there is none. */
async function askRegistrar(
  billing: Pick<CatalogueReads, "askRegistrar">,
  name: string,
  requestId: string,
): Promise<Verdict | null> {
  const result = await billing.askRegistrar({ requestId }, name);
  if (!result.ok) return { ...verdict("unknown", "unreachable"), waitMs: result.problem.retryAfter * 1000 };
  return result.value === null ? null : VERDICTS[result.value];
}

const VERDICTS: Readonly<Record<Availability, Verdict>> = {
  available: verdict("available", "no_registration_found"),
  taken: verdict("taken", "registered"),
  redemption: verdict("taken", "redemption"),
  pending_delete: verdict("taken", "pending_delete"),
  unavailable: verdict("reserved", "reserved"),
  // An answer, so it does not count as a timeout of the registrar.
  unknown: verdict("unknown", "bad_answer"),
};
