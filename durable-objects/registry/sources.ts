import type { Phrases } from "../../workers/catalogue/availability/classify.ts";
import type { DasDialect } from "../../workers/catalogue/availability/classify-das.ts";

/** How politely one host is asked. The host keeps the count, however many extensions it answers for. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
  readonly concurrency: number;
  /** In any 24 hours, where the registry counts by the day. */
  readonly perDay?: number;
}

interface Backend {
  /** The key of the host's limits, and the only address asked. */
  readonly host: string;
  readonly port: number;
  readonly rate: Rate;
  /** Where the facts come from, a key of `ORIGINS` or "operator". */
  readonly origin: string;
}

/** A registry's availability service over TCP. */
export interface DasSource extends Backend {
  readonly kind: "das";
  /** `phrases` is for an operator's own service: its answers are read by `phrases` alone. */
  readonly dialect: DasDialect | "phrases";
  /** `{name}` is the A-label form of the name, `{label}` its first label. */
  readonly query: string;
  readonly phrases?: Phrases;
}

/** A registry's RDAP server over HTTPS. */
export interface RdapSource extends Backend {
  readonly kind: "rdap";
  /** Absolute, with its final slash: `domain/<name>` is added. */
  readonly base: string;
  /** Whether its 404 alone proves that a name is not registered. */
  readonly trusted404: boolean;
}

/** A registry's WHOIS server over TCP. */
export interface WhoisSource extends Backend {
  readonly kind: "whois";
  readonly query: string;
  /** What the bytes mean when they are not UTF-8. */
  readonly charset: string;
  readonly phrases?: Phrases;
}

/** A page of the operator's choice that answers with text (the `https://` form of a WHMCS entry). */
export interface PageSource extends Backend {
  readonly kind: "page";
  /** The name is added at the end. */
  readonly url: string;
  readonly phrases: Phrases;
}

export type Source = DasSource | RdapSource | WhoisSource | PageSource;

/** The provider's registrar, asked through the billing system; one for all extensions. */
export interface RegistrarSource extends Backend {
  readonly kind: "registrar";
}

/** What is known of one extension. No source at all means that its registry publishes none: `no_public_source`. */
export interface Extension {
  /** Without its first dot, lower case, A-label. */
  readonly extension: string;
  /** In the order they are asked; the second and later ones confirm or replace the first. */
  readonly sources: readonly Source[];
  /** What is uncertain or particular, for the operator. */
  readonly note?: string;
  /**
   * The registry accepts no new names here: the sources can only prove that a name is taken, and a name they do not
   * know is not for sale either.
   */
  readonly closed?: boolean;
}

/** Extensions by name. */
export type SourceTable = ReadonlyMap<string, Extension>;

/** The operator's entries before the bundled ones: an operator's entry replaces the whole bundled entry. */
export function withOperator(bundled: SourceTable, operator: SourceTable): SourceTable {
  return new Map([...bundled, ...operator]);
}

/** The longest known extension `name` (A-label, lower case) is under, or `null`. */
export function extensionOf(name: string, table: SourceTable): Extension | null {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const found = table.get(name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return null;
}

/** The bytes to send for `name`, line end included. */
export function queryFor(source: DasSource | WhoisSource, name: string): string {
  const label = name.slice(0, name.indexOf("."));
  return `${source.query.replaceAll("{name}", name).replaceAll("{label}", label)}\r\n`;
}

/** The address to fetch for `name`. */
export function urlFor(source: RdapSource | PageSource, name: string): string {
  return source.kind === "rdap" ? `${source.base}domain/${name}` : `${source.url}${encodeURIComponent(name)}`;
}

/** An answer's text: UTF-8 where the bytes are that, else the server's own character set. */
export function decodeAnswer(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    // expected: not every server writes UTF-8
    return new TextDecoder(charset).decode(bytes);
  }
}
