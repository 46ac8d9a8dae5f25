import { HTML_PAGE } from "./failure-mode.ts";
import type { HttpAnswer } from "./http-server.ts";
import {
  rdapError,
  rdapNotFound,
  rdapNotFoundInWords,
  rdapRecord,
  rdapReserved,
  rdapThrottled,
} from "./rdap-answers.ts";
import type { Query } from "./read-query.ts";
import { lineDialectOf } from "./whois/dialects.ts";
import type { NameStanding } from "./zone.ts";

/** Returns the reply about `name` from the WHOIS server or availability service of `source`. */
export function lineBytes(
  { name, source }: Query<"whois" | "das">,
  { prefix, record }: NameStanding,
  at: Date,
): Buffer {
  const dialect = lineDialectOf(source);
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
        return "% Access denied\n";
      case "mixed":
        return `${dialect.throttled(name, at)}% Too many requests...\n${dialect.available(name, at)}% No entries found\n`;
      default:
        if (record === null) return dialect.available(name, at);
        return (prefix === "other" && dialect.ofAnother) || dialect.registered(record, at);
    }
  };
  return Buffer.from(text().replaceAll("\n", "\r\n"), dialect.encoding ?? "utf8");
}

const HTML = { "Content-Type": "text/html; charset=utf-8" };

/** Returns the response of the RDAP server of `source` to a request for `name` at `path`. */
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

/** Returns a web server's own 404 page, which is also sent for paths without a service. */
export function rdapWebPage(): HttpAnswer {
  return { status: 404, headers: HTML, body: HTML_PAGE };
}
