import { connect } from "cloudflare:sockets";
import type { RegistryQuestion, SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { DasSource, WhoisSource } from "../../../../durable-objects/registry/source-types.ts";
import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { inTime } from "../../../../shared/platform/deadline.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import { classifyDas } from "../classify/classify-das.ts";
import { classifyWhois } from "../classify/classify-whois.ts";
import { CLOSING_MS, decodeAnswer, MAX_ANSWER_BYTES, queryFor } from "./wire-format.ts";

const CONNECT_MS = 2_000;

/** Asks a WHOIS server or an availability service (RFC 3912: one line, read until the server closes). */
export async function askOverTcp(
  source: WhoisSource | DasSource,
  { name, endpointOverride, deadlineMs }: Pick<RegistryQuestion, "name" | "endpointOverride" | "deadlineMs">,
): Promise<Verdict> {
  const target = endpointOverride ?? { hostname: source.host, port: source.port };
  const answer = await converse(target, queryFor(source, name), deadlineMs);
  if (answer === null) return verdict("unknown", "bad_answer");
  const text = decodeAnswer(answer, source.kind === "whois" ? source.charset : "utf-8");
  if (source.kind === "das" && source.dialect !== "phrases") {
    return classifyDas({ text, name, dialect: source.dialect });
  }
  const { phrases } = source;
  return classifyWhois({ text, name, ...(phrases && { phrases }) });
}

async function converse(target: SourceEndpoint, query: string, deadlineMs: number): Promise<Uint8Array | null> {
  const socket = connect(target, { secureTransport: "off", allowHalfOpen: true });
  // expected: a socket that cannot be closed is gone
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
