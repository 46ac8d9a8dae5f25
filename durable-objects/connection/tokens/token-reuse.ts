import type { Place } from "../connection-port.ts";

const WITHIN_MS = 86_400_000;
/**
 * The number of refreshes from each location within 24 hours, after the e-mail, at which the connection ends because
 * two parties hold its tokens.
 */
const MIN_REFRESHES_EACH = 2;

/** The reuse of a refresh token from another location. Times are in epoch milliseconds. */
export interface TokenReuse {
  /** Time of the first reuse. */
  at: number;
  /** The location where the token was rotated, and the location where it was reused. */
  places: [Place, Place];
  /** Time at which the customers were notified by e-mail; `null` before that. */
  toldAt: number | null;
  /** Times of the last refreshes from each location since the e-mail, oldest first. */
  since: [number[], number[]];
}

export interface AnsweredRefresh {
  from: Place;
  /** The location where a reused token was rotated; `null` if it is unknown, or if the token is the current one. */
  replacedFrom: Place | null;
  /** Whether the refresh got a replay of an earlier response. */
  isRepeated: boolean;
}

/** What a refresh shows about who holds the tokens. */
export interface RefreshAssessment {
  suspectedReuse: TokenReuse | null;
  /**
   * Whether to notify the customers by e-mail, because a token was reused in another location and no e-mail has been
   * sent yet.
   */
  needsMail: boolean;
  /** Whether both locations kept refreshing after the e-mail. If so, the connection ends. */
  areTwoParties: boolean;
}

/**
 * Detects the replay of refresh tokens (RFC 9700 §4.14.2), as far as this is possible if one installation has several
 * processes. A reuse from another country and another network operator is recorded as suspected, and the customers get
 * one e-mail. Until that e-mail is sent, each new reuse from another location requests the e-mail again. The connection
 * ends if both locations keep refreshing after the e-mail.
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
  // A replay to the same location is ignored below, so that concurrent refreshes from one location count once.
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
 * Returns whether two locations differ in both country and network operator. A customer who travels may change only one
 * of the two.
 */
function isElsewhere(one: Place, other: Place): boolean {
  return one.country !== other.country && one.network !== other.network;
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.country === other.country && one.network === other.network;
}
