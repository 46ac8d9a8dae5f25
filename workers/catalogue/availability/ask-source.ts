import type { RegistryQuestion } from "../../../durable-objects/registry/registry-port.ts";
import type { Source } from "../../../durable-objects/registry/sources.ts";
import { type Verdict, verdict } from "../../../shared/domain-names/verdict.ts";
import { DeadlineError, inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import { askOverHttp } from "./ask-over-http.ts";
import { askOverTcp } from "./ask-over-tcp.ts";

/** What a source answered, and when it asked to be asked again. */
export interface SourceAnswer {
  verdict: Verdict;
  retryAfterMs?: number;
}

/** A question for a registry's own service. */
export type SourceQuestion = RegistryQuestion & { source: Source };

/** Puts a name to a source over its own protocol. Never throws: what proves nothing is `unknown` with its reason. */
export async function askSource(question: Omit<SourceQuestion, "caller">): Promise<SourceAnswer> {
  try {
    return await inTime(ask(question), question.deadlineMs);
  } catch (error) {
    log("registry_unreachable", { request_id: question.requestId, host: question.source.host, cause: error });
    return { verdict: verdict("unknown", error instanceof DeadlineError ? "timeout" : "unreachable") };
  }
}

function ask(question: Omit<SourceQuestion, "caller">): Promise<SourceAnswer> {
  const { source } = question;
  switch (source.kind) {
    case "whois":
    case "das":
      return askOverTcp(source, question);
    case "rdap":
    case "page":
      return askOverHttp(source, question);
  }
}
