import { connect } from "cloudflare:sockets";
import { DeadlineError, inTime } from "../deadline.ts";
import { classify, type Phrases } from "./classify.ts";
import { classifyDas } from "./classify-das.ts";
import { classifyRdap } from "./classify-rdap.ts";
import type { Endpoint, RegistryQuestion } from "./registry.ts";
import {
  type DasSource,
  decodeAnswer,
  type PageSource,
  queryFor,
  type RdapSource,
  urlFor,
  type WhoisSource,
} from "./sources.ts";
import { type Verdict, verdict } from "./verdict.ts";

/** No answer is read further. */
const MAX_ANSWER_BYTES = 65_536;
const CONNECT_MS = 2_000;
/** What is abandoned at the deadline is closed a moment later, so that the deadline is what is seen. */
const CLOSING_MS = 50;
const MAX_REDIRECTS = 2;

/** What a source answered, and when it asked to be asked again. */
export interface SourceAnswer {
  verdict: Verdict;
  retryAfterMs?: number;
}

/** Puts a name to a source over its own protocol. Never throws: what proves nothing is `unknown` with its reason. */
export async function askSource(question: RegistryQuestion): Promise<SourceAnswer> {
  try {
    return await inTime(ask(question), question.deadlineMs);
  } catch (error) {
    return { verdict: verdict("unknown", error instanceof DeadlineError ? "timeout" : "unreachable") };
  }
}

function ask(question: RegistryQuestion): Promise<SourceAnswer> {
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

async function askOverTcp(
  source: WhoisSource | DasSource,
  { name, instead, deadlineMs }: RegistryQuestion,
): Promise<SourceAnswer> {
  const target = instead ?? { hostname: source.host, port: source.port };
  const answer = await converse(target, queryFor(source, name), deadlineMs);
  if (answer === null) return { verdict: verdict("unknown", "bad_answer") };
  const text = decodeAnswer(answer, source.kind === "whois" ? source.charset : "utf-8");
  if (source.kind === "das" && source.dialect !== "phrases") {
    return { verdict: classifyDas({ text, name, dialect: source.dialect }) };
  }
  const tld = name.slice(name.indexOf(".") + 1);
  const { host: server, phrases } = source;
  return { verdict: classify({ text, name, tld, server, ...(phrases && { phrases }) }) };
}

/** Sends one line and reads until the server closes; null when it sends more than is read. */
async function converse(target: Endpoint, query: string, deadlineMs: number): Promise<Uint8Array | null> {
  const socket = connect(target, { secureTransport: "off", allowHalfOpen: true });
  const timer = setTimeout(() => socket.close().catch(() => undefined), deadlineMs + CLOSING_MS);
  try {
    await inTime(socket.opened, CONNECT_MS);
    const writer = socket.writable.getWriter();
    await writer.write(new TextEncoder().encode(query));
    writer.releaseLock();
    return await readAll(socket.readable);
  } finally {
    clearTimeout(timer);
    socket.close().catch(() => undefined);
  }
}

async function askOverHttp(
  source: RdapSource | PageSource,
  { name, instead, deadlineMs }: RegistryQuestion,
): Promise<SourceAnswer> {
  const signal = AbortSignal.timeout(deadlineMs + CLOSING_MS);
  const response = await follow(new URL(urlFor(source, name)), instead, signal, MAX_REDIRECTS);
  if (response === null) return { verdict: verdict("unknown", "bad_answer") };
  const bytes = await readAll(response.body);
  if (bytes === null) return { verdict: verdict("unknown", "bad_answer") };
  const body = decodeAnswer(bytes, "windows-1252");
  if (source.kind === "page")
    return { verdict: response.ok ? fromPage(body, source.phrases) : verdict("unknown", "bad_answer") };

  const retryAfter = Number(response.headers.get("Retry-After"));
  return {
    verdict: classifyRdap({
      status: response.status,
      contentType: response.headers.get("Content-Type") ?? "",
      body,
      name,
      trusted404: source.trusted404,
    }),
    ...(Number.isFinite(retryAfter) && retryAfter > 0 && { retryAfterMs: retryAfter * 1000 }),
  };
}

/** An operator's page is read by the operator's words alone; without one of them it proves nothing. */
function fromPage(body: string, phrases: Phrases): Verdict {
  const lower = body.toLowerCase();
  const says = (list: readonly string[] = []) => list.some((phrase) => lower.includes(phrase.toLowerCase()));
  if (says(phrases.limited)) return verdict("throttled", "rate_limited");
  if (says(phrases.taken)) return verdict("taken", "registered");
  if (says(phrases.reserved)) return verdict("reserved", "reserved");
  return says(phrases.available) ? verdict("available", "no_registration_found") : verdict("unknown", "bad_answer");
}

/** Redirects are followed a short way, to public https addresses only; null when they go on or elsewhere. */
async function follow(url: URL, instead: Endpoint | null, signal: AbortSignal, left: number): Promise<Response | null> {
  const target = instead ? new URL(`http://${instead.hostname}:${instead.port}${url.pathname}${url.search}`) : url;
  const response = await fetch(target, {
    redirect: "manual",
    signal,
    headers: { Accept: "application/rdap+json, application/json", "User-Agent": "frontdesk/1" },
  });
  if (response.status < 300 || response.status > 399) return response;
  const location = response.headers.get("Location");
  await response.body?.cancel();
  if (location === null || left === 0) return null;
  const next = new URL(location, url);
  if (instead) return follow(next, instead, signal, left - 1);
  return isPublic(next) ? follow(next, null, signal, left - 1) : null;
}

function isPublic(url: URL): boolean {
  return url.protocol === "https:" && url.port === "" && url.username === "" && /\.[a-z][a-z0-9-]*$/.test(url.hostname);
}

async function readAll(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) return null;
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
