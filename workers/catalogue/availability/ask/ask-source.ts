import type { SourceAnswer } from "../../../../durable-objects/registry/registry-dependencies.ts";
import type { RegistryQuestion } from "../../../../durable-objects/registry/registry-port.ts";
import type { CatalogueBilling } from "../../../../shared/billing-contract/catalogue.ts";
import { verdict } from "../../../../shared/domain-names/verdict.ts";
import { DeadlineError, inTime } from "../../../../shared/platform/deadline.ts";
import { log } from "../../../../shared/platform/log.ts";
import { askOverHttp } from "./ask-over-http.ts";
import { askOverTcp } from "./ask-over-tcp.ts";
import { askRegistrar } from "./ask-registrar.ts";

/**
 * Asks a source about a name over its own protocol, or the registrar through the billing system. Never throws: an answer
 * that proves nothing is `unknown` with its reason.
 * @returns null where the provider has no registrar
 */
export async function askSource(
  question: RegistryQuestion,
  billing: Pick<CatalogueBilling, "askRegistrar">,
): Promise<SourceAnswer | null> {
  const { source, requestId, deadlineMs } = question;
  try {
    return await inTime(ask(question, billing), deadlineMs);
  } catch (cause) {
    if (source.kind === "registrar") log("billing_unreachable", { request_id: requestId, cause });
    else log("registry_unreachable", { request_id: requestId, host: source.host, cause });
    return { verdict: verdict("unknown", cause instanceof DeadlineError ? "timeout" : "unreachable") };
  }
}

function ask(
  question: RegistryQuestion,
  billing: Pick<CatalogueBilling, "askRegistrar">,
): Promise<SourceAnswer | null> {
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
