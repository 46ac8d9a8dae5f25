import { type DasStatus, dasAnswer } from "./das-answers.ts";
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
