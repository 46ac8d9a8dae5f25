/** Returns the path of the APIs in a major version. */
export function apiPath(major: number): string {
  return `/api/v${major}`;
}

/** The path of the first version. Access tokens name it as their resource in every version. */
export const API_PATH = apiPath(1);
/** Defined in RFC 8414. */
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";
/** Defined in RFC 9728. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
export const ACCOUNT_MCP_PATH = `${API_PATH}/account/mcp`;
/** The suffix of the account's read-only MCP server. */
export const READ_ONLY_SUFFIX = "/read";

/** The absolute addresses of every part, without a final slash. */
export interface Addresses {
  /** Pages for people: home, developers, problems. */
  site: string;
  catalogue: string;
  catalogueMcp: string;
  /** {base_url}: the account API, and the resource of access tokens. */
  base: string;
  accountMcp: string;
  /** The account's read-only MCP server, and the resource of tokens that are valid only there. */
  accountRead: string;
  /** {auth_url}: the authorization server, and the customer's pages. */
  auth: string;
  /** The billing system's client area, with carts and invoices. */
  clientArea: string;
}

/** The settings for the common origin, such as `https://desk.provider.com`, and for parts with a separate origin. */
const ORIGINS = [
  "ORIGIN",
  "CATALOGUE_ORIGIN",
  "ACCOUNT_ORIGIN",
  /** The authorization server and the customer's pages. */
  "AUTH_ORIGIN",
] as const;

/** The provider's settings. An empty string means the origin of the request. */
export interface AddressSettings extends Record<(typeof ORIGINS)[number], string> {
  /** The address of the billing system's client area. */
  CLIENT_AREA_URL: string;
}

/** Checks that a path is for programs, which get problems. Every other path is a page or part of one. */
export function isForPrograms(path: string): boolean {
  return /^\/(?:api|oauth(?!\/authorize(?:\/|$))|\.well-known)(?:\/|$)/.test(path);
}

/** Checks that an absolute address has this path or one below it. Compares text, so a warm request parses nothing. */
export function isUnder(path: string, address: string): boolean {
  const start = address.indexOf("/", "https://".length);
  if (!address.startsWith(path, start)) return false;
  const next = address[start + path.length];
  return next === undefined || next === "/" || next === "?" || next === "#";
}

/** Checks that a host is the local machine: `localhost`, 127.0.0.0/8 or `[::1]`, as `URL.hostname` spells it. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Checks that a host is the local machine or a domain. A URL accepts others, such as `x';id;'.workers.dev`, which would
 * reach scripts and texts.
 */
function isHostName(hostname: string): boolean {
  return isLoopback(hostname) || (hostname.length <= 253 && HOST_NAME.test(hostname));
}

/** Checks that a session cookie may omit `Secure` and `__Host-`: only on loopback http, where WebKit refuses them. */
export function mayBePlain({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isLoopback(hostname);
}

/**
 * Returns the addresses for one request. Null if the service does not serve its host. A configured origin is the only
 * one. Without it, the service serves loopback hosts (any port) and `workers.dev` hosts, each as a separate origin.
 */
export function addressesFor(request: URL, settings: AddressSettings): Addresses | null {
  const isOwn = configuredIn(settings).some(({ host }) => host === request.host);
  if (!isOwn && !isOpen(request, settings)) return null;

  const site = settings.ORIGIN || request.origin;
  return {
    site,
    catalogue: `${settings.CATALOGUE_ORIGIN || site}${API_PATH}`,
    catalogueMcp: `${settings.CATALOGUE_ORIGIN || site}${API_PATH}/mcp`,
    base: `${settings.ACCOUNT_ORIGIN || site}${API_PATH}`,
    accountMcp: `${settings.ACCOUNT_ORIGIN || site}${ACCOUNT_MCP_PATH}`,
    accountRead: `${settings.ACCOUNT_ORIGIN || site}${ACCOUNT_MCP_PATH}${READ_ONLY_SUFFIX}`,
    auth: settings.AUTH_ORIGIN || site,
    clientArea: settings.CLIENT_AREA_URL || `${site}/client-area`,
  };
}

function configuredIn(settings: AddressSettings): URL[] {
  return ORIGINS.flatMap((name) => (settings[name] ? [new URL(settings[name])] : []));
}

/** Checks that the service serves a host without a setting. */
function isOpen({ hostname }: URL, { ORIGIN }: AddressSettings): boolean {
  return ORIGIN === "" && isHostName(hostname) && (isLoopback(hostname) || hostname.endsWith(".workers.dev"));
}

/** Returns the address of a resource's metadata (RFC 9728 §3.1): the resource's path follows the well-known one. */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname === "/" ? "" : pathname}`;
}

/** @throws for an invalid setting, naming it, at the start of the Worker instead of at every request */
export function checkAddressSettings(settings: AddressSettings): void {
  for (const name of ORIGINS) {
    const value = settings[name];
    const url = URL.parse(value);
    if (value !== "" && !(url?.origin === value && isHostName(url.hostname))) {
      throw new Error(`${name} is not an origin such as https://desk.provider.com: ${value}`);
    }
    if (url?.protocol === "http:" && !isLoopback(url.hostname)) {
      throw new Error(`${name} must begin with https://, because plain http gets no answer: ${value}`);
    }
  }
  const { CLIENT_AREA_URL: clientArea } = settings;
  if (clientArea !== "" && !/^https?:\/\/[^?#]*[^/?#]$/.test(clientArea)) {
    throw new Error(
      `CLIENT_AREA_URL is not an address such as https://my.provider.com, without a final slash: ${clientArea}`,
    );
  }
}

/** Returns the addresses for a request's address. Null if the service does not serve its host. */
export interface AddressBook {
  (address: string): Addresses | null;
  /** The start of a problem's `type` under an unknown host. It does not repeat the host. */
  readonly siteElsewhere: string;
  /**
   * Returns the https origin for a plain http request. Null for an unknown host. A configured origin keeps its port.
   */
  httpsOriginOf(url: URL): string | null;
}

/** An absolute origin that never resolves (RFC 2606 §2), for a problem of a service without a configured origin. */
const NO_ORIGIN = "https://host.invalid";

/** Returns the addresses by the settings, cached by origin, cut from the text so that a warm request parses nothing. */
export function addressBook(settings: AddressSettings): AddressBook {
  checkAddressSettings(settings);
  const known = new Map<string, Addresses>();
  const addressesOf = (address: string) => {
    const end = address.indexOf("/", "https://".length);
    const origin = end === -1 ? address : address.slice(0, end);
    const remembered = known.get(origin);
    if (remembered) return remembered;
    const addresses = addressesFor(new URL(address), settings);
    if (addresses && known.size < 100) known.set(origin, addresses);
    return addresses;
  };
  const secure = configuredIn(settings).filter(({ protocol }) => protocol === "https:");
  const httpsOriginOf = (url: URL) => {
    const own =
      secure.find(({ host }) => host === url.host) ?? secure.find(({ hostname }) => hostname === url.hostname);
    return own?.origin ?? (isOpen(url, settings) ? `https://${url.hostname}` : null);
  };
  return Object.assign(addressesOf, { siteElsewhere: settings.ORIGIN || NO_ORIGIN, httpsOriginOf });
}
