/** A server that the provider has connected, without its secret. */
export interface ServerSettings {
  /** As the billing system names it. */
  id: string;
  kind: ServerKind;
  /** Without a final slash. */
  address: string;
  /** Of cPanel: the WHM user whose token it is. Of PowerDNS: which of the servers behind the address. */
  login: string;
}

/** What a server is called with. */
export interface ServerAccess extends ServerSettings {
  token: string;
}

const KINDS = ["cpanel", "powerdns"] as const;
type ServerKind = (typeof KINDS)[number];

/** Who a token is of, or which server is meant, where the line does not say it. */
const LOGINS: Record<ServerKind, string> = { cpanel: "root", powerdns: "localhost" };

/** @throws Error naming the first line that is not what it should be, never quoting it: a secret may have got into it */
export function readZoneServers({ ZONE_SERVERS }: { ZONE_SERVERS: string }): ServerSettings[] {
  const servers = ZONE_SERVERS.split("\n").flatMap((line, index) =>
    line.trim() === "" ? [] : [readServer(line, `ZONE_SERVERS, line ${index + 1}`)],
  );
  // Of one server under two ids, two objects would each guard a zone.
  const isSame = (one: ServerSettings, other: ServerSettings) =>
    one.id === other.id || (one.address === other.address && one.login === other.login);
  const isDoubled = servers.some((one, index) => servers.findIndex((other) => isSame(one, other)) < index);
  if (isDoubled) throw new Error("ZONE_SERVERS has a server twice");
  return servers;
}

/** What a deployment needs beyond what the Worker starts with: tokens are sent over https alone, but on this machine. */
export function checkZoneSettings(settings: { ZONE_SERVERS: string }): void {
  for (const { id, address } of readZoneServers(settings)) {
    const { protocol, hostname } = new URL(address);
    if (protocol !== "https:" && !["127.0.0.1", "localhost"].includes(hostname)) {
      throw new Error(`ZONE_SERVERS: the address of server ${id} is not https`);
    }
  }
}

/** The tokens by server: `id=token`, with blanks between. @throws Error naming the place of what is not so */
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
