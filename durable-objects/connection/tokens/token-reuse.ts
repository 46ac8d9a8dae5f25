import type { Place } from "../connection-port.ts";

const WITHIN_MS = 86_400_000;
/** The number of refreshes from each place after the mail that proves two parties. */
const MIN_REFRESHES_EACH = 2;

/** The reuse of a refresh token from another place. Instants in epoch milliseconds. */
export interface TokenReuse {
  /** The time of the first reuse. */
  at: number;
  /** Where the token was rotated, and where it was reused. */
  places: [Place, Place];
  /** The time when the customers got the mail; null before that. */
  toldAt: number | null;
  /** The last refreshes from each place since the mail, oldest first. */
  since: [number[], number[]];
}

export interface AnsweredRefresh {
  from: Place;
  /** The place where a reused token was rotated; null if unknown, and for the current token. */
  replacedFrom: Place | null;
  /** Whether the earlier answer was replayed. */
  isRepeated: boolean;
}

/** The conclusion from a refresh about who holds the tokens. */
export interface RefreshAssessment {
  suspectedReuse: TokenReuse | null;
  /** Whether the customers need a mail: a token was reused elsewhere, and they have no mail yet. */
  needsMail: boolean;
  /** Whether both places kept refreshing after the mail. The connection then ends. */
  areTwoParties: boolean;
}

/**
 * Detects refresh token replay (RFC 9700 §4.14.2, as far as one installation of several processes allows). A token that
 * is reused from another country and another network operator is recorded as suspected, and the customers get one mail.
 * Until that mail succeeds, each such reuse requests it again. The connection ends when both places keep refreshing
 * after the mail.
 */
export function assessRefresh(before: TokenReuse | null, refresh: AnsweredRefresh, now: number): RefreshAssessment {
  const { from, replacedFrom, isRepeated } = refresh;
  const isFromElsewhere = replacedFrom !== null && isElsewhere(replacedFrom, from);
  const isOther = isFromElsewhere && !(before && isPair(before.places, replacedFrom, from));
  if (isOther) {
    const suspectedReuse: TokenReuse = {
      at: before?.at ?? now,
      places: [replacedFrom, from],
      toldAt: before?.toldAt ?? null,
      since: [[], []],
    };
    return { suspectedReuse, needsMail: suspectedReuse.toldAt === null, areTwoParties: false };
  }
  // Concurrent refreshes of one place count once.
  if (before?.toldAt === null) return { suspectedReuse: before, needsMail: isFromElsewhere, areTwoParties: false };
  if (!before || (isRepeated && !isFromElsewhere)) return unchanged(before);
  const index = before.places.findIndex((place) => isSamePlace(place, from));
  if (index === -1) return unchanged(before);
  const since = before.since.map((instants, at) =>
    at === index ? [...instants, now].slice(-MIN_REFRESHES_EACH) : instants,
  ) as TokenReuse["since"];
  const areTwoParties = since.every(
    (instants) => instants.filter((at) => now - at <= WITHIN_MS).length >= MIN_REFRESHES_EACH,
  );
  return { suspectedReuse: { ...before, since }, needsMail: false, areTwoParties };
}

function isPair([one, other]: TokenReuse["places"], first: Place, second: Place): boolean {
  return (
    (isSamePlace(one, first) && isSamePlace(other, second)) || (isSamePlace(one, second) && isSamePlace(other, first))
  );
}

function unchanged(suspectedReuse: TokenReuse | null): RefreshAssessment {
  return { suspectedReuse, needsMail: false, areTwoParties: false };
}

/**
 * Returns whether two places differ in both country and network operator. A customer who travels may change one of
 * them.
 */
function isElsewhere(one: Place, other: Place): boolean {
  return one.country !== other.country && one.network !== other.network;
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.country === other.country && one.network === other.network;
}
