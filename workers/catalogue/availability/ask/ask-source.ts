import { connect } from "cloudflare:sockets";
import type { RegistryQuestion, SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { DasSource, WhoisSource } from "../../../../durable-objects/registry/source-types.ts";
import type { CatalogueReads } from "../../../../shared/billing-contract/catalogue.ts";
import type { Availability } from "../../../../shared/billing-contract/domain-orders.ts";
import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { DeadlineError, inTime } from "../../../../shared/platform/deadline.ts";
import { log } from "../../../../shared/platform/log.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import { classifyDas } from "../classify/classify-das.ts";
import { classifyWhois } from "../classify/classify-whois.ts";
import { askOverHttp } from "./ask-over-http.ts";
import { CLOSING_MS, decodeAnswer, MAX_ANSWER_BYTES, queryFor } from "./wire-format.ts";

const CONNECT_MS = 2_000;

type RegistrarBilling = Pick<CatalogueReads, "askRegistrar">;

/**
 * Queries a source about a domain: a registry over its own protocol, or the registrar through the billing system. This
 * function never throws. A failed query gives `unknown` with the reason.
 * @returns `null` if the provider has no registrar
 */
export async function askSource(question: RegistryQuestion, billing: RegistrarBilling): Promise<Verdict | null> {
  const { source, requestId, deadlineMs } = question;
  try {
    return await inTime(ask(question, billing), deadlineMs);
  } catch (cause) {
    if (source.kind === "registrar") log("billing_unreachable", { request_id: requestId, cause });
    else log("registry_unreachable", { request_id: requestId, host: source.host, cause });
    return verdict("unknown", cause instanceof DeadlineError ? "timeout" : "unreachable");
  }
}

function ask(question: RegistryQuestion, billing: RegistrarBilling): Promise<Verdict | null> {
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

/**
 * Queries a WHOIS server or an availability service. As in RFC 3912, the client sends one line and reads until the
 * server closes the connection.
 */
async function askOverTcp(
  source: WhoisSource | DasSource,
  { name, endpointOverride, deadlineMs }: Pick<RegistryQuestion, "name" | "endpointOverride" | "deadlineMs">,
): Promise<Verdict> {
  const target = endpointOverride ?? { hostname: source.host, port: source.port };
  const answer = await converse(target, queryFor(source, name), deadlineMs);
  if (answer === null) return verdict("unknown", "bad_answer");
  const text = decodeAnswer(answer);
  if (source.kind === "das") return classifyDas({ text, name, dialect: source.dialect });
  const { phrases } = source;
  return classifyWhois({ text, name, ...(phrases && { phrases }) });
}

async function converse(target: SourceEndpoint, query: string, deadlineMs: number): Promise<Uint8Array | null> {
  const socket = connect(target, { secureTransport: "off", allowHalfOpen: true });
  // expected: a socket that cannot be closed is already closed
  const close = () => void socket.close().catch(() => undefined);
  const timer = setTimeout(close, deadlineMs + CLOSING_MS);
  try {
    await inTime(socket.opened, CONNECT_MS);
    const writer = socket.writable.getWriter();
    await writer.write(new TextEncoder().encode(query));
    writer.releaseLock();
    return await readAtMost(socket.readable, MAX_ANSWER_BYTES);
  } finally {
    clearTimeout(timer);
    close();
  }
}

/**
 * Queries the provider's registrar about a domain, through the billing system.
 * @returns `null` if the provider has no registrar
 */
async function askRegistrar(billing: RegistrarBilling, name: string, requestId: string): Promise<Verdict | null> {
  const result = await billing.askRegistrar({ requestId }, name);
  if (!result.ok) return { ...verdict("unknown", "unreachable"), waitMs: result.problem.retryAfter * 1000 };
  return result.value === null ? null : VERDICTS[result.value];
}

const VERDICTS: Readonly<Record<Availability, Verdict>> = {
  available: verdict("available", "no_registration_found"),
  taken: verdict("taken", "registered"),
  premium: verdict("reserved", "premium_hint"),
  redemption: verdict("taken", "redemption"),
  pending_delete: verdict("taken", "pending_delete"),
  unavailable: verdict("reserved", "reserved"),
  // The registrar has answered, so the reason is not a timeout.
  unknown: verdict("unknown", "bad_answer"),
};
