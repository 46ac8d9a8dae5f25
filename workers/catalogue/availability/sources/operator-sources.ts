import * as z from "zod";
import type { Rate, Source } from "../../../../durable-objects/registry/source-types.ts";
import { isLabel, isPublicHost } from "../ask/wire-format.ts";
import { classifyWhois } from "../classify/classify-whois.ts";
import { firstMistake, objectError, parseJson, RATE_MEMBERS } from "./json-setting.ts";
import { type SourceTable, USUAL_RATES } from "./source-table.ts";

/** The contents of an operator's file: a table of the valid entries, and the errors in the others. */
export interface OperatorSources {
  readonly table: SourceTable;
  /** The errors in omitted entries, or in one extension of an entry. `entry` counts from 1; 0 is the whole file. */
  readonly problems: readonly { entry: number; extension?: string; message: string }[];
}

/**
 * Reads an operator's sources, a JSON array of entries. An entry has one of three forms:
 * - a WHMCS `whois.json` entry (`extensions`, `uri`, `available`)
 * - a richer entry (`rdap`, `trusted404`, `query`, `available`, `taken`, `reserved`, `limited`, `rate`)
 * - `{"extensions": ".x", "none": true}` for an extension without a public source
 *
 * A `note` is only for the operator. An invalid entry is omitted completely, so that a mistake never replaces half of a
 * bundled entry. If several entries have the same extension, the first one is used.
 */
export function parseOperatorSources(text: string): OperatorSources {
  const table = new Map<string, readonly Source[]>();
  const parsed = parseJson(text);
  if ("message" in parsed) return { table, problems: [{ entry: 0, message: parsed.message }] };
  const list = parsed.value;
  if (!Array.isArray(list)) return { table, problems: [{ entry: 0, message: "must be an array of entries" }] };

  const givenBy = new Map<string, number>();
  const problems = list.flatMap((value: unknown, at) => {
    const entry = at + 1;
    const read = readEntry(value);
    if (typeof read === "string") return [{ entry, message: read }];
    return read.extensions.flatMap((name) => {
      const before = givenBy.get(name);
      if (before !== undefined) return [{ entry, extension: `.${name}`, message: `is already in entry ${before}` }];
      givenBy.set(name, entry);
      table.set(name, read.sources);
      return [];
    });
  });
  return { table, problems };
}

const NO_TEXT = "must be a string";
const text = z.string(NO_TEXT).refine((given) => given.trim() !== "", { error: NO_TEXT, abort: true });
const flag = z.boolean("must be true or false").exactOptional();

/**
 * Returns the error in a source's URL; `null` if it is valid. A valid URL is `https://` with a public host, or
 * `socket://` with only a public host and an optional port.
 */
function wrongAddress(url: URL | null): string | null {
  if (!url) return "must be a socket:// or https:// address";
  const isSocket = url.protocol === "socket:";
  if (!isSocket && url.protocol !== "https:") return "must use https";
  if (url.username !== "" || url.password !== "") return "must not contain a password";
  if (!isPublicHost(url.hostname.toLowerCase())) return "must name a public host";
  if (url.port === "0") return "has no valid port";
  const isBare = url.pathname.length <= 1 && url.search === "" && url.hash === "";
  return isSocket && !isBare ? "must be socket://host or socket://host:port" : null;
}

const address = text.transform((given, context) => {
  const url = URL.parse(given.trim());
  const wrong = wrongAddress(url);
  if (wrong) context.addIssue(wrong);
  return wrong || !url ? z.NEVER : url;
});

const rdapBase = address
  .refine(({ protocol }) => protocol === "https:", { error: "must use https", abort: true })
  .refine(({ search, hash }) => search === "" && hash === "", "must be a base address without ? or #");

const query = text
  .transform((given) => given.replace(/(?:\r\n|\\r\\n|\n)$/, ""))
  .refine((line) => /\{(?:name|label)\}/.test(line), { error: "must contain {name} or {label}", abort: true })
  .refine((line) => !/[\r\n]/.test(line) && line.length <= 200, "must be one line of at most 200 characters");

const phrase = text
  .transform((given) => given.trim())
  .refine((given) => given.length >= 4, {
    error: ({ input }) => `"${input}" is too short to match reliably: use at least 4 characters`,
    abort: true,
  });

/** Returns the schema of one phrase or several. */
function phrasesOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(item)).exactOptional();
}

/**
 * Texts that registries send for registered domains, or for all domains. An `available` phrase must not match any of
 * them.
 */
const TAKEN_SAMPLES: readonly string[] = [
  "Domain Name: SAMPLE.EXAMPLE\nRegistry Domain ID: 1-EX\nRegistrar: Sample Registrar Inc.\nCreation Date: 2001-01-01T00:00:00Z\nRegistry Expiry Date: 2031-01-01T00:00:00Z\nDomain Status: clientTransferProhibited https://icann.org/epp\nDomain Status: ok\nRegistrant Organization: Sample Ltd\nName Server: ns1.sample.example\nDNSSEC: unsigned\n>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<",
  "domain: sample.example\nstatus: registered\nstatus: active\nstatus: connect\nstatus: not available\nstate: REGISTERED, DELEGATED\nholder: Sample\nnserver: ns1.sample.example\ncreated: 2001-01-01\nsource: EXAMPLE\n% Rights restricted by copyright.",
  "% This service tells whether a domain name is still available or not. Queries are limited; too many requests are refused. The data is provided for information purposes only. Access to the whois service is rate limited.",
];

const freePhrase = phrase.superRefine((given, context) => {
  if (TAKEN_SAMPLES.some((sample) => sample.toLowerCase().includes(given.toLowerCase()))) {
    context.addIssue(`"${given}" also appears in answers about registered names`);
  }
  const { status } = classifyWhois({ text: `${given}\n`, name: "" });
  if (status === "taken" || status === "throttled") context.addIssue(`"${given}" reads as ${status}`);
});

const ENTRY = z.strictObject(
  {
    extensions: text,
    uri: address.exactOptional(),
    rdap: rdapBase.exactOptional(),
    trusted404: flag,
    query: query.exactOptional(),
    available: phrasesOf(freePhrase),
    taken: phrasesOf(phrase),
    reserved: phrasesOf(phrase),
    limited: phrasesOf(phrase),
    rate: z.strictObject(RATE_MEMBERS, { error: objectError("has an unknown key") }).exactOptional(),
    none: flag,
    note: z.unknown().exactOptional(),
  },
  { error: objectError("unknown key") },
);

/** Reads an entry. Returns its first mistake if it is invalid. */
function readEntry(value: unknown): { extensions: string[]; sources: Source[] } | string {
  const read = ENTRY.safeParse(value);
  if (!read.success) return firstMistake(read.error);
  const { none, uri, available } = read.data;
  const sources = none ? [] : sourcesOf(read.data);
  if (!none && sources.length === 0) return "needs one of uri, rdap, or none: true";
  if (uri?.protocol === "https:" && !available?.length) return 'a web uri needs "available"';
  const names = read.data.extensions
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  if (names.length === 0) return "extensions is empty";
  const wrong = names.find((name) => !name.startsWith(".") || !name.slice(1).split(".").every(isLabel));
  if (wrong) return `extension "${wrong}" must be like .example or .co.example, in A-label form`;
  return { extensions: names.map((name) => name.slice(1)), sources };
}

function sourcesOf({ rdap, uri, ...given }: z.output<typeof ENTRY>): Source[] {
  const { trusted404 = false, query = "{name}", available, taken, reserved, limited } = given;
  const rateOf = (usual: Rate): Rate => {
    const burst = Math.min(usual.burst, given.rate?.perMinute ?? usual.perMinute);
    return { ...usual, burst, ...given.rate };
  };
  const sources: Source[] = [];
  if (rdap) {
    const base = rdap.href.endsWith("/") ? rdap.href : `${rdap.href}/`;
    sources.push({
      kind: "rdap",
      ...hostOf(rdap),
      base,
      trusted404,
      rate: rateOf(USUAL_RATES.rdap),
      origin: "operator",
    });
  }
  if (uri) {
    const phrases = { available, taken, reserved, limited };
    const common = { ...hostOf(uri), phrases, rate: rateOf(USUAL_RATES.whois), origin: "operator" };
    if (uri.protocol === "socket:") sources.push({ kind: "whois", query, ...common });
    else sources.push({ kind: "page", url: uri.href, ...common });
  }
  return sources;
}

function hostOf({ protocol, hostname, port }: URL): { host: string; port: number } {
  const usual = protocol === "socket:" ? 43 : 443;
  return { host: hostname.toLowerCase(), port: Number(port || usual) };
}
