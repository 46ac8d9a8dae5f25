/** The limits of one host, shared by all extensions that it serves. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
  readonly concurrency: number;
  /** The limit in any 24 hours, if the registry counts by the day. */
  readonly perDay?: number;
}

interface SourceBase {
  /** The only address to query, and the key of the host's limits. */
  readonly host: string;
  readonly port: number;
  readonly rate: Rate;
  /** The source of these facts: a key of `ORIGINS`, or "operator". */
  readonly origin: string;
}

/** A registry's availability service over TCP. */
export interface DasSource extends SourceBase {
  readonly kind: "das";
  readonly dialect: DasDialect;
  /** `{name}` is the domain in A-label form, `{label}` its first label. */
  readonly query: string;
}

/** A registry's RDAP server over HTTPS. */
export interface RdapSource extends SourceBase {
  readonly kind: "rdap";
  /** The absolute URL with its final slash. `domain/<name>` is appended. */
  readonly base: string;
  /** Whether its 404 alone proves that a domain is not registered. */
  readonly trusted404: boolean;
}

/** A registry's WHOIS server over TCP. */
export interface WhoisSource extends SourceBase {
  readonly kind: "whois";
  readonly query: string;
  readonly phrases?: Phrases;
}

/** A page chosen by the operator that answers with text (the `https://` form of a WHMCS entry). */
export interface PageSource extends SourceBase {
  readonly kind: "page";
  /** The address to which the domain is appended. */
  readonly url: string;
  readonly phrases: Phrases;
}

export type Source = DasSource | RdapSource | WhoisSource | PageSource;

/** The provider's registrar, reached through the billing system. One serves all extensions. */
export interface RegistrarSource extends SourceBase {
  readonly kind: "registrar";
}

/** Phrases of a server's answers, from the operator: plain text, matched ignoring case. */
export interface Phrases {
  readonly available?: readonly string[] | undefined;
  readonly taken?: readonly string[] | undefined;
  readonly reserved?: readonly string[] | undefined;
  readonly limited?: readonly string[] | undefined;
}

/** The answer forms of the registries' availability services. */
export type DasDialect = "eu" | "be" | "ch";
