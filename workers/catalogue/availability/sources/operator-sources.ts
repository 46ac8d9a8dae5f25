import type {
  DasDialect,
  DasSource,
  PageSource,
  Phrases,
  Rate,
  RdapSource,
  Source,
  WhoisSource,
} from "../../../../durable-objects/registry/source-types.ts";
import { classifyWhois } from "../classify/classify-whois.ts";
import type { Extension, SourceTable } from "./source-table.ts";

/** One entry, or one extension of it, that was left out. `entry` counts from 1. */
export interface OperatorProblem {
  readonly entry: number;
  readonly extension?: string;
  readonly message: string;
}

/** What an operator's file gives: the good entries, and every problem of the others. */
export interface OperatorSources {
  readonly table: SourceTable;
  readonly problems: readonly OperatorProblem[];
}

/** `allowLocal` lets addresses of this machine and plain `http://` through, for a sandbox and for tests. */
export interface OperatorOptions {
  readonly allowLocal?: boolean;
}

/**
 * Reads an operator's sources: a JSON array of WHMCS `whois.json` entries (`extensions`, `uri`, `available`), of richer
 * ones (`das`, `rdap`, `trusted404`, `query`, `charset`, `available`, `taken`, `reserved`, `limited`, `rate`,
 * `closed`), or of `{"extensions": ".x", "none": true}` for an extension without public source.
 * An entry with a problem is left out whole, so that a mistake never half replaces the bundled entry.
 */
export function parseOperatorSources(text: string, options: OperatorOptions = {}): OperatorSources {
  let list: unknown;
  try {
    list = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    // expected: a setting need not be JSON; the refusal is logged
    return { table: new Map(), problems: [{ entry: 0, message: `not JSON: ${(error as Error).message}` }] };
  }
  if (!Array.isArray(list))
    return { table: new Map(), problems: [{ entry: 0, message: "must be an array of entries" }] };

  const table = new Map<string, Extension>();
  const givenBy = new Map<string, number>();
  const problems: OperatorProblem[] = [];
  list.forEach((value: unknown, at) => {
    const entry = at + 1;
    try {
      for (const extension of readEntry(value, options)) {
        const before = givenBy.get(extension.extension);
        if (before === undefined) {
          givenBy.set(extension.extension, entry);
          table.set(extension.extension, extension);
        } else {
          problems.push({ entry, extension: `.${extension.extension}`, message: `already given by entry ${before}` });
        }
      }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      problems.push({ entry, message: error.message });
    }
  });
  return { table, problems };
}

class Invalid extends Error {}

const KEYS = new Set(
  "extensions uri das rdap trusted404 dialect query charset available taken reserved limited rate closed none note".split(
    " ",
  ),
);

function readEntry(value: unknown, options: OperatorOptions): Extension[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Invalid("must be an object");
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given).filter((key) => !KEYS.has(key));
  if (unknown.length > 0) throw new Invalid(`unknown key ${unknown.join(", ")}`);

  const sources = given.none === true ? [] : readSources(given, options);
  if (given.none !== true && sources.length === 0) throw new Invalid("needs one of uri, das, rdap, or none: true");
  const common = {
    ...(given.note === undefined ? {} : { note: readText(given.note, "note") }),
    ...(given.closed === undefined ? {} : { closed: readFlag(given.closed, "closed") }),
  };
  return readExtensions(given.extensions).map((extension) => ({ extension, sources, ...common }));
}

function readExtensions(value: unknown): string[] {
  const names = readText(value, "extensions")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (names.length === 0) throw new Invalid("extensions is empty");
  return names.map((name) => {
    const labels = name.replace(/^\./, "").split(".");
    if (!name.startsWith(".") || !labels.every(isLabel)) {
      throw new Invalid(`extension "${name}" must be like .example or .co.example, in A-label form`);
    }
    return labels.join(".");
  });
}

function isLabel(label: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label);
}

function readSources(given: Record<string, unknown>, options: OperatorOptions): Source[] {
  const phrases = readPhrases(given);
  const sources: Source[] = [];
  if (given.das !== undefined) sources.push(readDas(given, phrases, options));
  if (given.rdap !== undefined) sources.push(readRdap(given, options));
  if (given.uri !== undefined) sources.push(readUri(given, phrases, options));
  return sources;
}

function readDas(given: Record<string, unknown>, phrases: Phrases, options: OperatorOptions): DasSource {
  const { host, port } = readSocket(given.das, "das", 4343, options);
  const dialect = given.dialect === undefined ? "phrases" : readDialect(given.dialect);
  if (dialect === "phrases" && (phrases.available ?? []).length === 0) {
    throw new Invalid('das needs "available" (the words it says for a free name) or a dialect: eu, be or ch');
  }
  const rate = readRate(given.rate, { perMinute: 30, burst: 5, concurrency: 2 });
  const query = given.uri === undefined ? readQuery(given.query) : "{name}";
  return { kind: "das", host, port, dialect, query, rate, origin: "operator", phrases };
}

function readDialect(value: unknown): DasDialect {
  if (value === "eu" || value === "be" || value === "ch") return value;
  throw new Invalid("dialect must be eu, be or ch");
}

function readRdap(given: Record<string, unknown>, options: OperatorOptions): RdapSource {
  const url = readUrl(given.rdap, "rdap", options);
  if (url.search !== "" || url.hash !== "") throw new Invalid("rdap must be a base address without ? or #");
  const base = url.href.endsWith("/") ? url.href : `${url.href}/`;
  const trusted404 = given.trusted404 === undefined ? false : readFlag(given.trusted404, "trusted404");
  const rate = readRate(given.rate, { perMinute: 60, burst: 10, concurrency: 4 });
  return { kind: "rdap", host: url.hostname, port: portOf(url), base, trusted404, rate, origin: "operator" };
}

function readUri(given: Record<string, unknown>, phrases: Phrases, options: OperatorOptions): WhoisSource | PageSource {
  const uri = readText(given.uri, "uri");
  const rate = readRate(given.rate, { perMinute: 10, burst: 3, concurrency: 1 });
  if (/^socket:/i.test(uri)) {
    const { host, port } = readSocket(uri, "uri", 43, options);
    const charset = readCharset(given.charset);
    return { kind: "whois", host, port, query: readQuery(given.query), charset, rate, origin: "operator", phrases };
  }
  const url = readUrl(uri, "uri", options);
  if ((phrases.available ?? []).length === 0) throw new Invalid('a web uri needs "available"');
  return { kind: "page", host: url.hostname, port: portOf(url), url: uri, rate, origin: "operator", phrases };
}

function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port);
}

function readSocket(
  value: unknown,
  key: string,
  port: number,
  options: OperatorOptions,
): { host: string; port: number } {
  const found = /^socket:\/\/([a-z0-9.-]{1,253})(?::(\d{1,5}))?\/?$/i.exec(readText(value, key).trim());
  if (found === null) throw new Invalid(`${key} must be socket://host or socket://host:port`);
  const host = (found[1] ?? "").toLowerCase();
  checkHost(host, key, options);
  const given = found[2] === undefined ? port : Number(found[2]);
  if (given < 1 || given > 65_535) throw new Invalid(`${key} has no valid port`);
  return { host, port: given };
}

function readUrl(value: unknown, key: string, options: OperatorOptions): URL {
  let url: URL;
  try {
    url = new URL(readText(value, key));
  } catch {
    // expected: a setting need not be an address; the refusal is logged
    throw new Invalid(`${key} must be a socket:// or https:// address`);
  }
  if (url.protocol !== "https:" && !(options.allowLocal === true && url.protocol === "http:")) {
    throw new Invalid(`${key} must use https`);
  }
  if (url.username !== "" || url.password !== "") throw new Invalid(`${key} must not hold a password`);
  checkHost(url.hostname, key, options);
  return url;
}

/** Registries have public names: an address or a local name would let a file reach inside a network. */
function checkHost(host: string, key: string, { allowLocal = false }: OperatorOptions): void {
  if (allowLocal) return;
  const labels = host.split(".");
  const isName = labels.length >= 2 && labels.every(isLabel) && /^(?:[a-z]{2,63}|xn--.+)$/.test(labels.at(-1) ?? "");
  if (!isName || /(?:^|\.)(?:localhost|local|internal|lan|home|arpa|test|invalid|onion)$/.test(host)) {
    throw new Invalid(`${key} must name a public host`);
  }
}

function readQuery(value: unknown): string {
  if (value === undefined) return "{name}";
  const query = readText(value, "query").replace(/(?:\r\n|\\r\\n|\n)$/, "");
  if (!/\{(?:name|label)\}/.test(query)) throw new Invalid("query must hold {name} or {label}");
  if (/[\r\n]/.test(query) || query.length > 200) throw new Invalid("query must be one line of at most 200 characters");
  return query;
}

function readCharset(value: unknown): string {
  if (value === undefined) return "windows-1252";
  const charset = readText(value, "charset");
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    // expected: a setting need not be a known charset; the refusal is logged
    throw new Invalid(`charset "${charset}" is not known`);
  }
}

function readPhrases(given: Record<string, unknown>): Phrases {
  const phrases: Record<string, readonly string[]> = {};
  for (const key of ["available", "taken", "reserved", "limited"]) {
    const value = given[key];
    if (value === undefined) continue;
    const list = (Array.isArray(value) ? value : [value]).map((phrase) => readText(phrase, key).trim());
    const short = list.find((phrase) => phrase.length < 4);
    if (short !== undefined)
      throw new Invalid(`${key} "${short}" is too short to tell anything: at least 4 characters`);
    phrases[key] = list;
  }
  for (const phrase of phrases.available ?? []) {
    if (TAKEN_SAMPLES.some((sample) => sample.toLowerCase().includes(phrase.toLowerCase()))) {
      throw new Invalid(`available "${phrase}" is also said of registered names`);
    }
    const refusal = classifyWhois({ text: `${phrase}\n`, name: "" });
    if (refusal.status === "taken" || refusal.status === "throttled") {
      throw new Invalid(`available "${phrase}" reads as ${refusal.status}`);
    }
  }
  return phrases;
}

/** What registries say of registered names and beside any answer; written here, so an `available` in one is a mistake. */
const TAKEN_SAMPLES: readonly string[] = [
  "Domain Name: SAMPLE.EXAMPLE\nRegistry Domain ID: 1-EX\nRegistrar: Sample Registrar Inc.\nCreation Date: 2001-01-01T00:00:00Z\nRegistry Expiry Date: 2031-01-01T00:00:00Z\nDomain Status: clientTransferProhibited https://icann.org/epp\nDomain Status: ok\nRegistrant Organization: Sample Ltd\nName Server: ns1.sample.example\nDNSSEC: unsigned\n>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<",
  "domain: sample.example\nstatus: registered\nstatus: active\nstatus: connect\nstatus: not available\nstate: REGISTERED, DELEGATED\nholder: Sample\nnserver: ns1.sample.example\ncreated: 2001-01-01\nsource: EXAMPLE\n% Rights restricted by copyright.",
  "% This service tells whether a domain name is still available or not. Queries are limited; too many requests are refused. The data is provided for information purposes only. Access to the whois service is rate limited.",
];

function readRate(value: unknown, fallback: Rate): Rate {
  if (value === undefined) return fallback;
  if (typeof value !== "object" || value === null) throw new Invalid("rate must be an object");
  const {
    perMinute = fallback.perMinute,
    concurrency = fallback.concurrency,
    burst,
    perDay,
    ...rest
  } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0) throw new Invalid(`rate has an unknown key ${Object.keys(rest).join(", ")}`);
  const limit = readCount(perMinute, "rate.perMinute", 6000);
  return {
    perMinute: limit,
    concurrency: readCount(concurrency, "rate.concurrency", 32),
    burst: burst === undefined ? Math.min(fallback.burst, limit) : readCount(burst, "rate.burst", 600),
    ...(perDay !== undefined && { perDay: readCount(perDay, "rate.perDay", 10_000_000) }),
  };
}

function readCount(value: unknown, key: string, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Invalid(`${key} must be a whole number from 1 to ${most}`);
}

function readFlag(value: unknown, key: string): boolean {
  if (typeof value === "boolean") return value;
  throw new Invalid(`${key} must be true or false`);
}

function readText(value: unknown, key: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new Invalid(`${key} must be a text`);
}
