/** The source address of all requests from Workers in other zones (Cloudflare, "HTTP headers"), as `URL` spells it. */
const WORKERS_ADDRESS = "2a06:98c0:3600::103";
/** The maximum length of a zone's name. */
const MAX_ZONE_LENGTH = 253;
/** Separates the address from the zone's name. Neither contains a space. */
const OF_ZONE = " ";
const NO_ADDRESS = "unknown";
const ADDRESS = "CF-Connecting-IP";
const ZONE = "CF-Worker";

/** The quota of the surrounding network, as a multiple of the caller's quota. */
const AROUND_IPV6 = 10;
const AROUND_WORKERS = 20;

export interface CountedNetwork {
  key: string;
  /** The factor by which a policy's quota is multiplied. It is 1 for the caller's own network. */
  times: number;
  /** Present if unrelated callers share this network. */
  isOfStrangers?: true;
}

/**
 * Returns a caller's IP address. Only headers that the edge sets are used, because a caller can forge any other. All
 * Workers in other zones share one address, so the zone's name from the edge's `CF-Worker` header follows that address.
 */
export function addressOf({ headers }: Request): string {
  const address = headers.get(ADDRESS) ?? NO_ADDRESS;
  const zone = address.includes(":") ? headers.get(ZONE) : null;
  if (zone === null || canonicalIpv6(address) !== WORKERS_ADDRESS) return address;
  return `${WORKERS_ADDRESS}${OF_ZONE}${zone.trim().toLowerCase().slice(0, MAX_ZONE_LENGTH)}`;
}

/** Returns the headers that pass a caller's IP address on to another of our Workers. */
export function addressHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    [ADDRESS, ZONE].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * Returns the networks in which an address is counted, starting with the caller's own network. An IPv4 address is
 * counted alone. An IPv6 address is counted in its /64 and its /48, because one /48 contains 65,536 /64 networks. A
 * request from a zone's Workers is counted for that zone and in a total for all zones.
 * @param address the address from {@link addressOf}
 */
export function networksOf(address: string): [own: CountedNetwork, ...around: CountedNetwork[]] {
  const [host = "", zone] = address.split(OF_ZONE);
  if (zone !== undefined && zone !== "") {
    return [
      { key: `workers of ${zone}`, times: 1 },
      { key: "workers", times: AROUND_WORKERS, isOfStrangers: true },
    ];
  }
  if (!host.includes(":")) return [{ key: host, times: 1 }];
  const canonical = canonicalIpv6(host);
  if (canonical === null) return [{ key: "unreadable", times: 1 }];
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped) {
    const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)];
    return [{ key: [high >> 8, high & 255, low >> 8, low & 255].join("."), times: 1 }];
  }
  const groups = groupsOf(canonical);
  return [
    { key: `${groups.slice(0, 4).join(":")}::/64`, times: 1 },
    { key: `${groups.slice(0, 3).join(":")}::/48`, times: AROUND_IPV6 },
  ];
}

/**
 * Returns the largest network that belongs to one caller: an IPv4 address, an IPv6 /48, or a zone of Workers.
 * @param address the address from {@link addressOf}
 */
export function widestNetworkOf(address: string): string {
  return networksOf(address).findLast(({ isOfStrangers }) => !isOfStrangers)?.key ?? address;
}

/** Returns an IPv6 address as `URL` spells it (RFC 5952), or `null` for other text. */
function canonicalIpv6(address: string): string | null {
  if (!address.includes(":")) return null;
  return URL.parse(`http://[${address.split("%")[0]}]`)?.hostname.slice(1, -1) ?? null;
}

/** Returns the eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(canonical: string): string[] {
  const [left = "", right] = canonical.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  return right === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
}
