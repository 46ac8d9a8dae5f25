import type { AnOperation } from "./ways.ts";

/** The kinds of targets that a path member can name. */
export type IdKind = "domain" | "service" | "order" | "zone";

/** The ids or names of targets of one kind. */
export interface KnownIds {
  /** The ids in the tested account. */
  own: readonly unknown[];
  /** The ids in the owner's other account and in another customer's account. */
  foreign: readonly unknown[];
  /** Ids that no target has. */
  unknown: readonly [unknown, ...unknown[]];
  /** The ids in the tested account that belong to targets of another kind. */
  otherKind: readonly unknown[];
  /** Path segments that cannot be an id of this kind. */
  malformed: readonly string[];
  /** Tool arguments that cannot be an id of this kind. */
  malformedArguments: readonly unknown[];
}

const MALFORMED_NAMES = ["-", "a..b", "a b.ca", "under_score.ca", "localhost", `${"a".repeat(64)}.ca`, "xn--.ca", "1"];
const MALFORMED_NUMBERS = [
  "abc",
  "0",
  "-1",
  "2101.5",
  "2101abc",
  "+2101",
  "0x835",
  "1e3",
  "02101",
  "٢١٠١",
  "9".repeat(20),
];

/**
 * The ids in the demonstration data. `every-target.ts` compares them with the rows. An operation on a new kind of
 * target makes {@link kindOf} throw until the kind is added here.
 */
export const KINDS: Record<IdKind, KnownIds> = {
  domain: {
    own: ["studio-ana.ca", "ana.dev"],
    foreign: ["ana-europe.fr", "portfolio-000.com"],
    unknown: ["nobody-has-this.example", "nobody-has-this.ca"],
    // A site name and a zone name. Neither is one of the account's domains.
    otherKind: ["shop.studio-ana.ca", "build.ana.dev"],
    malformed: MALFORMED_NAMES,
    malformedArguments: [...MALFORMED_NAMES, "", null, 4101, true, ["studio-ana.ca"], {}],
  },
  service: {
    own: [2101, 2102, 2105],
    foreign: [2201, 2501],
    unknown: [999_999, 999_999_999],
    // The ids of a domain, an invoice, a ticket and the account.
    otherKind: [4101, 6103, 8101, 1001],
    malformed: MALFORMED_NUMBERS,
    malformedArguments: ["2101", "abc", 0, -1, 2101.5, null, 1e300, [2101], {}],
  },
  order: {
    own: [6110],
    foreign: [6202, 6203],
    unknown: [999_999, 999_999_999],
    otherKind: [2101, 4101, 8101],
    malformed: MALFORMED_NUMBERS,
    malformedArguments: [],
  },
  zone: {
    own: ["studio-ana.ca", "studio-ana.com"],
    foreign: ["ana-europe.fr"],
    unknown: ["nobody-has-this.example", "nobody-has-this.ca"],
    // A domain and a site name in the account. Neither has a zone on the service's server.
    otherKind: ["ana.dev", "shop.studio-ana.ca"],
    malformed: MALFORMED_NAMES.filter(({ length }) => length >= 3),
    malformedArguments: [...MALFORMED_NAMES, "", null, 4101, true],
  },
};

/** Returns the ids for a path member. @throws {Error} if the operation does not state which kind of target it names */
export function kindOf({ id, target }: AnOperation, member: string): KnownIds {
  const kind =
    target?.kind === "zone" && member === target.serviceMember
      ? "service"
      : target?.member === member
        ? target.kind
        : undefined;
  const known = kind && (KINDS as Partial<Record<string, KnownIds>>)[kind];
  if (!known) throw new Error(`${id}: nothing is known of what {${member}} names (${kind}); say it in targets.ts`);
  return known;
}
