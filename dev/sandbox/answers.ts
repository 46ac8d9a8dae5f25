import { domainToUnicode } from "node:url";
import type { DasDialect } from "../../durable-objects/registry/source-types.ts";
import { HTML_PAGE } from "./failure-mode.ts";
import type { HttpAnswer } from "./http-server.ts";
import type { Prefix } from "./names.ts";
import {
  rdapError,
  rdapNotFound,
  rdapNotFoundInWords,
  rdapRecord,
  rdapReserved,
  rdapThrottled,
} from "./rdap-answers.ts";
import type { Query } from "./read-query.ts";
import { whoisDialectOf } from "./whois/dialects.ts";
import type { NameStanding } from "./zone.ts";

/** What the WHOIS server of `source` sends about `name`. */
export function whoisBytes({ name, source }: Query<"whois">, { prefix, record }: NameStanding, at: Date): Buffer {
  const dialect = whoisDialectOf(source.host);
  const text = () => {
    switch (prefix) {
      case "garbage":
      case "html404":
      case "loop":
        return HTML_PAGE;
      case "reserved":
        return dialect.reserved(name, at);
      case "throttle":
        return dialect.throttled(name, at);
      case "refuse":
        return REFUSED_IN_WORDS;
      case "mixed":
        return `${dialect.throttled(name, at)}% Too many requests...\n${dialect.available(name, at)}% No entries found\n`;
      default:
        return record === null ? dialect.available(name, at) : dialect.registered(record, at);
    }
  };
  return Buffer.from(text().replaceAll("\n", "\r\n"), dialect.encoding ?? "utf8");
}

const REFUSED_IN_WORDS = "% Access denied\n";

const DAS_STATUSES: Partial<Record<Prefix, DasStatus>> = { reserved: "reserved", throttle: "throttled" };

/** What the availability service of `source` sends about `name`. */
export function dasBytes({ name, source }: Query<"das">, { prefix, record }: NameStanding): Buffer {
  const say = (about: string, status: DasStatus) => dasAnswer(source.dialect, about, status);
  const text = () => {
    switch (prefix) {
      case "garbage":
      case "html404":
      case "loop":
        return HTML_PAGE;
      case "refuse":
        return REFUSED_IN_WORDS;
      case "mixed":
        return `${say(name, "throttled")}% Too many requests. No entries found.\n${say(name, "available")}`;
      case "other":
        // An answer that does not repeat the name cannot be seen to be another's: there it is a failure.
        return source.dialect === "ch" ? say(name, "failed") : say(record?.name ?? name, "taken");
      default:
        if (record !== null) return say(name, record.inRedemption ? "redemption" : "taken");
        return say(name, (prefix && DAS_STATUSES[prefix]) ?? "available");
    }
  };
  return Buffer.from(text().replaceAll("\n", "\r\n"));
}

const HTML = { "Content-Type": "text/html; charset=utf-8" };

/** What the RDAP server of `source` answers about `name`, which was asked for at `path`. */
export function rdapAnswer(
  { name, source }: Query<"rdap">,
  { prefix, record }: NameStanding,
  path: string,
  at: Date,
): HttpAnswer {
  switch (prefix) {
    case "garbage":
      return { status: 200, headers: HTML, body: HTML_PAGE };
    case "html404":
      return rdapWebPage();
    case "loop":
      return { status: 302, headers: { Location: path }, body: "" };
    case "reserved":
      return rdapReserved(name);
    case "throttle":
      return rdapThrottled();
    case "refuse":
      return rdapError(403, "Forbidden", ["This query is not permitted."]);
    case "mixed":
      return rdapThrottled("No entries found.");
    case "truncated":
    case "drip":
    case "flood":
      return rdapNotFoundInWords(name);
    default:
      return record === null ? rdapNotFound(source.host, name) : rdapRecord(source.host, record, path, at);
  }
}

/** 404 as any web server says it, also where nothing is served. */
export function rdapWebPage(): HttpAnswer {
  return { status: 404, headers: HTML, body: HTML_PAGE };
}

/** What an availability service can say. `failed` is its own trouble. */
type DasStatus = "available" | "taken" | "redemption" | "reserved" | "throttled" | "failed";

/** The answer of a registry's availability service (its dialects are described in `classify-das.ts`). */
function dasAnswer(dialect: DasDialect, name: string, status: DasStatus): string {
  return DIALECTS[dialect](name, status);
}

const DIALECTS: Readonly<Record<DasDialect, (name: string, status: DasStatus) => string>> = {
  eu: euAnswer,
  be: beAnswer,
  ch: chAnswer,
};

const RETURN_CODES: Partial<Record<DasStatus, number>> = { failed: -1, throttled: -2 };

/** .eu is asked for a label and answers with one. */
function euAnswer(name: string, status: DasStatus): string {
  const statuses: Partial<Record<DasStatus, string>> = {
    available: "AVAILABLE",
    taken: "NOT AVAILABLE",
    redemption: "QUARANTINE",
    reserved: "RESERVED",
  };
  const head = `% .eu Domain Availability Server 1.0 (sandbox)\n%\n%% RC = ${RETURN_CODES[status] ?? 0}\n`;
  const said = statuses[status];
  return said === undefined ? head : `${head}Domain: ${name.slice(0, name.indexOf("."))}\nStatus: ${said}\n`;
}

/** .be has no word for the redemption period. */
function beAnswer(name: string, status: DasStatus): string {
  const code = RETURN_CODES[status];
  if (code !== undefined) return `RC: ${code}\n`;
  const unicode = domainToUnicode(name);
  const aLabel = unicode === name ? "" : `A-label: ${name}\n`;
  const said = status === "available" ? "AVAILABLE" : status === "reserved" ? "RESERVED" : "NOT AVAILABLE";
  return `RC: 0\nDomain: ${unicode}\n${aLabel}Status: ${said}\n`;
}

/** .ch and .li: a code, and a text that may change. The name is not repeated. */
function chAnswer(_name: string, status: DasStatus): string {
  const cannot = "0: This domain name can not be registered.\n";
  switch (status) {
    case "available":
      return "1: This domain name can be registered.\n";
    case "taken":
    case "redemption":
      return `${cannot}Reason: This domain name is already registered.\n`;
    case "reserved":
      return `${cannot}Reason: This domain name is reserved.\n`;
    case "throttled":
      return "-95: Access is limited: too many requests.\n";
    case "failed":
      return "-99: Temporary server error.\n";
  }
}
