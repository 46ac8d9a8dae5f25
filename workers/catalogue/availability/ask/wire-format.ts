import type {
  DasSource,
  PageSource,
  RdapSource,
  WhoisSource,
} from "../../../../durable-objects/registry/source-types.ts";

export const MAX_ANSWER_BYTES = 65_536;

/**
 * Milliseconds between the deadline of a query and the end of its connection. Without this delay, a closed connection
 * could be reported as the cause instead of the deadline.
 */
export const CLOSING_MS = 50;

/** Decodes a reply as UTF-8, or as windows-1252 if it is not valid UTF-8. */
export function decodeAnswer(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    // expected: not every server writes UTF-8
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns the line to send for `name`, including its line end. */
export function queryFor(source: DasSource | WhoisSource, name: string): string {
  const label = name.slice(0, name.indexOf("."));
  return `${source.query.replaceAll("{name}", name).replaceAll("{label}", label)}\r\n`;
}

export function urlFor(source: RdapSource | PageSource, name: string): string {
  return source.kind === "rdap" ? `${source.base}domain/${name}` : `${source.url}${encodeURIComponent(name)}`;
}

/**
 * Returns whether a host is a public domain name, as every registry's host is. An IP address or a local name could
 * point inside a private network.
 */
export function isPublicHost(host: string): boolean {
  const labels = host.split(".");
  const isName = labels.length >= 2 && labels.every(isLabel) && /^(?:[a-z]{2,63}|xn--.+)$/.test(labels.at(-1) ?? "");
  return isName && !/(?:^|\.)(?:localhost|local|internal|lan|home|arpa|test|invalid|onion)$/.test(host);
}

export function isLabel(label: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label);
}
