const FEWEST = 2;
const MOST = 13;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Why these cannot be the name servers of `name`, or null. The sandbox holds no addresses of hosts (glue). */
export function refusedNameServers(name: string, nameServers: readonly string[]): string | null {
  if (nameServers.length < FEWEST || nameServers.length > MOST) return `A name has ${FEWEST} to ${MOST} name servers.`;
  if (new Set(nameServers).size !== nameServers.length) return "A name server is given twice.";
  if (!nameServers.every((host) => HOST.test(host))) return "A name server is a host name in lower case.";
  const under = nameServers.some((host) => host === name || host.endsWith(`.${name}`));
  return under ? "A name server under the name itself would need an address." : null;
}
