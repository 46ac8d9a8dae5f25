/**
 * The source address of every request from another zone's Workers (Cloudflare, "HTTP headers"), in the form that `URL`
 * returns.
 */
const WORKERS_ADDRESS = "2a06:98c0:3600::103";
/** The maximum length of a zone's name. */
const MAX_ZONE_LENGTH = 253;
/** Separates that address from the zone's name. Neither contains it. */
const OF_ZONE = " ";
const NO_ADDRESS = "unknown";
const ADDRESS = "CF-Connecting-IP";
const ZONE = "CF-Worker";

/** The size of the surrounding network's quota, as a multiple of the caller's. */
const AROUND_IPV6 = 10;
const AROUND_WORKERS = 20;

export interface CountedNetwork {
  key: string;
  /** The multiplier for a policy's quota; 1 for the caller's own network. */
  times: number;
  /** Unrelated callers share this network. */
  isOfStrangers?: true;
}

/**
 * Returns a caller's network address from the edge's header. Uses only headers that the edge sets, never a header that
 * a caller can set. Workers of other zones share one address. For those Workers, the zone's name from the edge's
 * `CF-Worker` header follows the address.
 */
export function addressOf({ headers }: Request): string {
  const address = headers.get(ADDRESS) ?? NO_ADDRESS;
  const zone = address.includes(":") ? headers.get(ZONE) : null;
  if (zone === null || canonicalIpv6(address) !== WORKERS_ADDRESS) return address;
  return `${WORKERS_ADDRESS}${OF_ZONE}${zone.trim().toLowerCase().slice(0, MAX_ZONE_LENGTH)}`;
}

/** Returns the headers that carry a caller's address to another of our Workers. */
export function addressHeaders({ headers }: Request): Record<string, string> {
  return Object.fromEntries(
    [ADDRESS, ZONE].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * Returns the networks in which an address is counted, starting with the caller's own. An IPv4 address is counted
 * alone. An IPv6 address is counted in its /64 and its /48, because one /48 contains 65,536 /64 networks. A request
 * from a zone's Workers counts for that zone, and in a total for all zones.
 * @param address from {@link addressOf}
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
 * Returns the largest network that belongs to one caller: an IPv4 address, an IPv6 /48, a zone of Workers.
 * @param address from {@link addressOf}
 */
export function widestNetworkOf(address: string): string {
  return networksOf(address).findLast(({ isOfStrangers }) => !isOfStrangers)?.key ?? address;
}

/** Returns an IPv6 address as `URL` spells it (RFC 5952). Null for other text. */
function canonicalIpv6(address: string): string | null {
  if (!address.includes(":")) return null;
  return URL.parse(`http://[${address.split("%")[0]}]`)?.hostname.slice(1, -1) ?? null;
}

/** Returns the eight groups, with `::` expanded. */
function groupsOf(canonical: string): string[] {
  const [left = "", right] = canonical.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  return right === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill("0"), ...tail];
}
