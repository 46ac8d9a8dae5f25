import type { Source } from "../../durable-objects/registry/source-types.ts";
import type { SourceTable } from "../../workers/catalogue/availability/sources/source-table.ts";

/** The protocols that the sandbox registry supports. */
export type Protocol = "whois" | "das" | "rdap";

type SourceOf<P extends Protocol> = Extract<Source, { kind: P }>;

/** A parsed query: the domain (A-label form), and the source that the query is meant for. */
export interface Query<P extends Protocol> {
  readonly name: string;
  readonly source: SourceOf<P>;
}

/** The reason why a query has no reply: no server in the source table accepts it, or the domain cannot exist there. */
export type QueryError = "malformed" | "zone_not_served" | "invalid_name";

/**
 * Finds the domain in `text` by the templates of the source table. `text` is a WHOIS or DAS line without its end, or an
 * RDAP path. Like the extension's real server, this function rejects a query in any other form.
 */
export function readQuery<P extends Protocol>(kind: P, text: string, table: SourceTable): Query<P> | QueryError {
  let error: QueryError = "malformed";
  for (const [template, labelOf] of templatesOf(kind, table)) {
    const found = match(template, text);
    if (found === null) continue;
    const name = (labelOf === null ? found : `${found}.${labelOf}`).toLowerCase();
    const extension = longestKnownExtension(name, table);
    const sources = extension === null ? [] : table.get(extension);
    const source = sources?.find((each) => each.kind === kind && templateOf(each) === template);
    if (extension === null || source === undefined) error = "zone_not_served";
    else if (!isLabel(name.slice(0, -extension.length - 1))) error = "invalid_name";
    else return { name, source: source as SourceOf<P> };
  }
  return error;
}

/** Returns each query template once. If a template has only the first label, its value is the extension to add. */
function templatesOf(kind: Protocol, table: SourceTable): Map<string, string | null> {
  const templates = new Map<string, string | null>();
  for (const [extension, sources] of table) {
    for (const source of sources) {
      const template = source.kind === kind ? templateOf(source) : null;
      if (template !== null) templates.set(template, template.includes("{name}") ? null : extension);
    }
  }
  return templates;
}

function templateOf(source: Source): string | null {
  if (source.kind === "rdap") return `${new URL(source.base).pathname}domain/{name}`;
  return source.kind === "page" ? null : source.query;
}

function match(template: string, text: string): string | null {
  const [before = "", after = ""] = template.split(/\{(?:name|label)\}/);
  if (!text.startsWith(before) || !text.endsWith(after)) return null;
  const found = text.slice(before.length, text.length - after.length);
  return /^[A-Za-z0-9.-]{1,253}$/.test(found) ? found : null;
}

function isLabel(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/**
 * Returns the longest known extension of `name`; `null` if there is none.
 * @param name domain in lower-case A-label form
 */
export function longestKnownExtension(name: string, table: SourceTable): string | null {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const extension = name.slice(dot + 1);
    if (table.has(extension)) return extension;
  }
  return null;
}
