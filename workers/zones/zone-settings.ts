/** A server that the provider connected, without its secret. */
export interface ServerSettings {
  /** The billing system's id of the server. */
  id: string;
  kind: ServerKind;
  /** The address without a final slash. */
  address: string;
  /** For cPanel: the WHM user of the token. For PowerDNS: the id of the server behind the address. */
  login: string;
}

/** The access data for calls to a server. */
export interface ServerAccess extends ServerSettings {
  token: string;
}

const KINDS = ["cpanel", "powerdns"] as const;
type ServerKind = (typeof KINDS)[number];

/** The default token owner or server id, if the line has none. */
const LOGINS: Record<ServerKind, string> = { cpanel: "root", powerdns: "localhost" };

/** @throws Error naming the first invalid line, never quoting it, because it may contain a secret */
export function readZoneServers({ ZONE_SERVERS }: { ZONE_SERVERS: string }): ServerSettings[] {
  const servers = ZONE_SERVERS.split("\n").flatMap((line, index) =>
    line.trim() === "" ? [] : [readServer(line, `ZONE_SERVERS, line ${index + 1}`)],
  );
  // If one server had two ids, two objects would each guard the same zone.
  const isSame = (one: ServerSettings, other: ServerSettings) =>
    one.id === other.id || (one.address === other.address && one.login === other.login);
  const isDoubled = servers.some((one, index) => servers.findIndex((other) => isSame(one, other)) < index);
  if (isDoubled) throw new Error("ZONE_SERVERS has a server twice");
  return servers;
}

/** Checks the deployment's additional requirement: tokens travel only over https, except on the local machine. */
export function checkZoneSettings(settings: { ZONE_SERVERS: string }): void {
  for (const { id, address } of readZoneServers(settings)) {
    const { protocol, hostname } = new URL(address);
    if (protocol !== "https:" && !["127.0.0.1", "localhost"].includes(hostname)) {
      throw new Error(`ZONE_SERVERS: the URL of server ${id} does not use https`);
    }
  }
}

/** The tokens by server: `id=token`, separated by spaces. @throws Error naming the position of an invalid entry */
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
