/** Where the APIs are in a major version. */
export function apiPath(major: number): string {
  return `/api/v${major}`;
}

/** Of the first version. Access tokens are for this address, whichever version they are used with. */
export const API_PATH = apiPath(1);
/** Of RFC 8414. */
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";
/** Of RFC 9728. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
export const ACCOUNT_MCP_PATH = `${API_PATH}/account/mcp`;
/** Behind the address of the account's MCP server: the server that only reads. */
export const READ_ONLY_SUFFIX = "/read";

/** Where everything is, as absolute addresses without a final slash. */
export interface Addresses {
  /** Pages for people: home, developers, problems. */
  site: string;
  catalogue: string;
  catalogueMcp: string;
  /** {base_url}: the account API, and the resource that access tokens are for. */
  base: string;
  accountMcp: string;
  /** The account's MCP server that only reads, and the resource of tokens that are good there alone. */
  accountRead: string;
  /** {auth_url}: the authorization server, and the customer's pages. */
  auth: string;
  /** The billing system's own client area, where carts and invoices are. */
  clientArea: string;
}

/** The origin of everything, such as `https://desk.provider.com`, and those that move a part to its own origin. */
const ORIGINS = [
  "ORIGIN",
  "CATALOGUE_ORIGIN",
  "ACCOUNT_ORIGIN",
  /** Of the authorization server and the customer's pages. */
  "AUTH_ORIGIN",
] as const;

/** What a provider sets; an empty string means: as the request was addressed. */
export interface AddressSettings extends Record<(typeof ORIGINS)[number], string> {
  /** Address of the billing system's client area. */
  CLIENT_AREA_URL: string;
}

/** Whether a path is for programs, which are answered with problems; every other one is a page or a part of one. */
export function isForPrograms(path: string): boolean {
  return /^\/(?:api|oauth(?!\/authorize(?:\/|$))|\.well-known)(?:\/|$)/.test(path);
}

/** Whether an absolute address has this path or one below it. Compared as text: a warm request parses nothing. */
export function isUnder(path: string, address: string): boolean {
  const start = address.indexOf("/", "https://".length);
  if (!address.startsWith(path, start)) return false;
  const next = address[start + path.length];
  return next === undefined || next === "/" || next === "?" || next === "#";
}

/** Whether a host is this machine's own: `localhost`, 127.0.0.0/8 or `[::1]`, as `URL.hostname` spells it. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a host is this machine or a domain name. A URL takes others, such as `x';id;'.workers.dev`, which end in scripts and texts. */
function isHostName(hostname: string): boolean {
  return isLoopback(hostname) || (hostname.length <= 253 && HOST_NAME.test(hostname));
}

/** Whether a session cookie may go without `Secure` and `__Host-`: on loopback http, where WebKit refuses them. */
export function mayBePlain({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && isLoopback(hostname);
}

/**
 * The addresses for one request, or null when its host is not one this service answers on. A configured origin is the
 * only one; without it, loopback names (any port) and `workers.dev` names are answered, each as its own origin.
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

/** Whether a host is answered although nobody set it. */
function isOpen({ hostname }: URL, { ORIGIN }: AddressSettings): boolean {
  return ORIGIN === "" && isHostName(hostname) && (isLoopback(hostname) || hostname.endsWith(".workers.dev"));
}

/** Where a protected resource's metadata is (RFC 9728 §3.1): its path goes behind the well-known one. */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname === "/" ? "" : pathname}`;
}

/** @throws when a setting is not what it should be, naming it: better at the start than with every request. */
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

/** Gives the addresses for a request's address; null when its host is not one this service answers on. */
export interface AddressBook {
  (address: string): Addresses | null;
  /** What a problem's `type` begins with under an unknown host, whose name is not repeated. */
  readonly siteElsewhere: string;
  /** Where the host of a plain http request is served over https; null for an unknown one. A configured origin keeps its port. */
  httpsOriginOf(url: URL): string | null;
}

/** An absolute origin that leads nowhere (RFC 2606 §2), for a problem of a service without a configured origin. */
const NO_ORIGIN = "https://host.invalid";

/** The addresses by the settings, remembered by origin, which is cut off as text: a warm request parses nothing. */
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
