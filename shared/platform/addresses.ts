/** Returns the path of the APIs for a major version. */
export function apiPath(major: number): string {
  return `/api/v${major}`;
}

/** The path of the first version. Access tokens of every version name it as their resource. */
export const API_PATH = apiPath(1);
/** The path of the authorization server's metadata (RFC 8414). */
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";
/** The path of a protected resource's metadata (RFC 9728). */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
export const ACCOUNT_MCP_PATH = `${API_PATH}/account/mcp`;
/** The path suffix of the account's read-only MCP server. */
export const READ_ONLY_SUFFIX = "/read";

/** The absolute URLs of all parts of the service, without a final slash. */
export interface Addresses {
  /** The pages for people: home, developers, problems. */
  site: string;
  catalogue: string;
  catalogueMcp: string;
  /** The account API, and the resource of access tokens (`{base_url}`). */
  base: string;
  accountMcp: string;
  /** The account's read-only MCP server, and the resource of tokens that are valid only there. */
  accountRead: string;
  /** The authorization server and the customer's pages (`{auth_url}`). */
  auth: string;
  /** The billing system's client area, which has the carts and invoices. */
  clientArea: string;
}

/**
 * The settings for the common origin, such as `https://desk.provider.com`, and for parts that have a separate origin.
 */
const ORIGINS = [
  "ORIGIN",
  "CATALOGUE_ORIGIN",
  "ACCOUNT_ORIGIN",
  /** The origin of the authorization server and the customer's pages. */
  "AUTH_ORIGIN",
] as const;

/**
 * The provider's settings for origins. If `ORIGIN` is empty, it is the origin of the request. Any other empty setting
 * means the common origin.
 */
export interface AddressSettings extends Record<(typeof ORIGINS)[number], string> {
  /** The URL of the billing system's client area. */
  CLIENT_AREA_URL: string;
}

/** Checks whether a path is for programs, which get errors as problems. Every other path is a page or part of one. */
export function isForPrograms(path: string): boolean {
  return /^\/(?:api|oauth(?!\/authorize(?:\/|$))|\.well-known)(?:\/|$)/.test(path);
}

/**
 * Checks whether an absolute URL has this path or one below it. The check compares text, because parsing the URL would
 * slow down every request.
 */
export function isUnder(path: string, address: string): boolean {
  const start = address.indexOf("/", "https://".length);
  if (!address.startsWith(path, start)) return false;
  const next = address[start + path.length];
  return next === undefined || next === "/" || next === "?" || next === "#";
}

/** Checks whether a host is the local machine: `localhost`, 127.0.0.0/8 or `[::1]`, as spelled in `URL.hostname`. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Checks whether a host is the local machine or a domain name. `URL` also accepts hosts such as `x';id;'.workers.dev`,
 * which would end up in scripts and texts.
 */
function isHostName(hostname: string): boolean {
  return isLoopback(hostname) || (hostname.length <= 253 && HOST_NAME.test(hostname));
}

/**
 * Checks whether a session cookie may omit `Secure` and `__Host-`. It may do so only on loopback http, where WebKit
 * refuses them.
 */
export function mayBePlain({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isLoopback(hostname);
}

/**
 * Returns the service's URLs for one request, or `null` if the service does not serve the request's host. If `ORIGIN`
 * is set, the service serves only the configured origins. Otherwise, it also serves loopback hosts (any port) and
 * `workers.dev` hosts, each as a separate origin.
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

/** Checks whether the service serves a host for which no origin is configured. */
function isOpen({ hostname }: URL, { ORIGIN }: AddressSettings): boolean {
  return ORIGIN === "" && isHostName(hostname) && (isLoopback(hostname) || hostname.endsWith(".workers.dev"));
}

/** Returns the URL of a resource's metadata (RFC 9728 §3.1). The resource's path follows the well-known path. */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname === "/" ? "" : pathname}`;
}

/**
 * Checks the settings when the Worker starts, so that requests need no check.
 * @throws {Error} for an invalid setting, with its name
 */
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

/**
 * A function that returns the service's URLs for the URL of a request, or `null` if the service does not serve its
 * host.
 */
export interface AddressBook {
  (address: string): Addresses | null;
  /** The origin in the `type` of a problem for an unknown host. It is never the unknown host. */
  readonly siteElsewhere: string;
  /**
   * Returns the https origin for a plain-http request, or `null` for an unknown host. A configured origin keeps its
   * port.
   */
  httpsOriginOf(url: URL): string | null;
}

/** An origin that never resolves (RFC 2606 §2). Problems use it if the service has no configured origin. */
const NO_ORIGIN = "https://host.invalid";

/**
 * Creates the address book for the settings. It caches the URLs by origin. The origin is cut from the request's URL as
 * text, so a request to a cached origin does not parse its URL.
 */
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
