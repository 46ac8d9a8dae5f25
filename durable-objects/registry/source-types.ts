/** The limits of one host, shared by all extensions that it serves. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
  readonly concurrency: number;
  /** The maximum number of queries in any 24 hours; absent if the registry has no daily limit. */
  readonly perDay?: number;
}

interface SourceBase {
  /** The only host name to query. With the port, it is also the key of the host's limits. */
  readonly host: string;
  readonly port: number;
  readonly rate: Rate;
  /** Where these facts come from: a key of `ORIGINS`, or `operator`. */
  readonly origin: string;
}

/** A registry's domain availability service (DAS) over TCP. */
export interface DasSource extends SourceBase {
  readonly kind: "das";
  readonly dialect: DasDialect;
  /** The text of the query. `{name}` stands for the domain in A-label form, and `{label}` for its first label. */
  readonly query: string;
}

/** A registry's RDAP server over HTTPS. */
export interface RdapSource extends SourceBase {
  readonly kind: "rdap";
  /** The absolute URL with its final slash. `domain/<name>` is appended. */
  readonly base: string;
  /** Whether a 404 from this server is enough to prove that a domain is not registered. */
  readonly trusted404: boolean;
}

/** A registry's WHOIS server over TCP. */
export interface WhoisSource extends SourceBase {
  readonly kind: "whois";
  readonly query: string;
  readonly phrases?: Phrases;
}

/** A web page that the operator chose, which responds with text. It is the `https://` form of a WHMCS entry. */
export interface PageSource extends SourceBase {
  readonly kind: "page";
  /** The URL to which the domain is appended. */
  readonly url: string;
  readonly phrases: Phrases;
}

export type Source = DasSource | RdapSource | WhoisSource | PageSource;

/** The provider's registrar, which is reached through the billing system. One registrar serves all extensions. */
export interface RegistrarSource extends SourceBase {
  readonly kind: "registrar";
}

/** Phrases in a server's replies, set by the operator. They are plain text and are matched without regard to case. */
export interface Phrases {
  readonly available?: readonly string[] | undefined;
  readonly taken?: readonly string[] | undefined;
  readonly reserved?: readonly string[] | undefined;
  readonly limited?: readonly string[] | undefined;
}

/** The reply formats of the registries' availability services. */
export type DasDialect = "eu" | "be" | "ch";
