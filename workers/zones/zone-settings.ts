/** A server that the provider has connected, without its token. */
export interface ServerSettings {
  /** The server's id in the billing system. */
  id: string;
  kind: ServerKind;
  /** The URL without a trailing slash. */
  address: string;
  /** For cPanel, the WHM user that the token belongs to. For PowerDNS, the id of the server behind the URL. */
  login: string;
}

/** A server's settings and token, for calls to it. */
export interface ServerAccess extends ServerSettings {
  token: string;
}

const KINDS = ["cpanel", "powerdns"] as const;
type ServerKind = (typeof KINDS)[number];

/** The default for a missing `login`: the owner of the token, or the server id. */
const LOGINS: Record<ServerKind, string> = { cpanel: "root", powerdns: "localhost" };

/**
 * Parses the setting `ZONE_SERVERS`.
 * @throws if a line is invalid or a server is listed twice; the error never quotes a line, which may contain a secret
 */
export function readZoneServers({ ZONE_SERVERS }: { ZONE_SERVERS: string }): ServerSettings[] {
  const servers = ZONE_SERVERS.split("\n").flatMap((line, index) =>
    line.trim() === "" ? [] : [readServer(line, `ZONE_SERVERS, line ${index + 1}`)],
  );
  // If a server had two ids, two Durable Objects would guard the same zone independently.
  const isSame = (one: ServerSettings, other: ServerSettings) =>
    one.id === other.id || (one.address === other.address && one.login === other.login);
  const isDoubled = servers.some((one, index) => servers.findIndex((other) => isSame(one, other)) < index);
  if (isDoubled) throw new Error("ZONE_SERVERS has a server twice");
  return servers;
}

/** Checks the settings of a deployment: tokens must be sent over HTTPS, except to the local machine. */
export function checkZoneSettings(settings: { ZONE_SERVERS: string }): void {
  for (const { id, address } of readZoneServers(settings)) {
    const { protocol, hostname } = new URL(address);
    if (protocol !== "https:" && !["127.0.0.1", "localhost"].includes(hostname)) {
      throw new Error(`ZONE_SERVERS: the URL of server ${id} does not use https`);
    }
  }
}

/**
 * Returns the tokens by server id. The text consists of `id=token` entries, separated by spaces.
 * @throws an error that names the position of an invalid entry
 */
export function readServerTokens(text: string): Map<string, string> {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return new Map(
    words.map((word, index): [string, string] => {
      const [, id, token] = /^([\w.-]+)=(\S+)$/.exec(word) ?? [];
      if (!id || !token) throw new Error(`ZONE_SERVER_TOKENS, entry ${index + 1}: not id=token`);
      return [id, token];
    }),
  );
}

function readServer(line: string, where: string): ServerSettings {
  const [id = "", kindName = "", address = "", login = "", ...more] = line.split("|").map((part) => part.trim());
  if (!/^[\w.-]{1,64}$/.test(id)) throw new Error(`${where}: no id of letters, digits, dots, hyphens and underscores`);
  const kind = KINDS.find((known) => known === kindName);
  if (!kind) throw new Error(`${where}: the server is neither ${KINDS.join(" nor ")}`);
  const url = URL.parse(address);
  if ((url?.protocol !== "https:" && url?.protocol !== "http:") || /[?#@]/.test(address)) {
    throw new Error(`${where}: no address such as https://server.provider.com:2087, without user, query and fragment`);
  }
  if (!/^[\w.-]{0,64}$/.test(login) || more.length > 0) throw new Error(`${where}: not id | kind | address | login`);
  return { id, kind, address: url.href.replace(/\/+$/, ""), login: login || LOGINS[kind] };
}
