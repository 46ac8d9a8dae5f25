import { isElsewhere, isSamePlace, type Place } from "./place.ts";

const WITHIN_MS = 86_400_000;
/** So many refreshes from each place, after people were told, are two parties that go on. */
const REFRESHES_EACH = 2;

/** A used refresh token that came back from elsewhere. Instants in epoch milliseconds. */
export interface TokenReuse {
  /** When it first happened. */
  at: number;
  /** Whence the token was replaced, and whence it came back. */
  places: [Place, Place];
  /** When the people of the connection were told; null before. */
  toldAt: number | null;
  /** The last refreshes from each place since then, oldest first. */
  since: [number[], number[]];
}

/** A refresh that was answered with tokens. */
export interface AnsweredRefresh {
  from: Place;
  /** Whence the token that was used again had been replaced; null of the current token, and where it is not known. */
  replacedFrom: Place | null;
  /** The very answer of before was given once more. */
  isRepeated: boolean;
}

/** What a refresh says about who holds the tokens. */
export interface RefreshAssessment {
  mark: TokenReuse | null;
  /** People are to be told: a token came back from elsewhere, and they have not been told yet. */
  isNew: boolean;
  /** Both places went on although people were told: the connection ends. */
  areTwoParties: boolean;
}

/**
 * Weighs a refresh (RFC 9700 §4.14.2, as far as one installation of several processes allows). A used token that comes back
 * from another country and another network operator marks the connection; its people are told once, and until that has worked it
 * is theirs to hear with each such token. It is over when both
 * places then go on refreshing.
 */
export function assessRefresh(before: TokenReuse | null, refresh: AnsweredRefresh, now: number): RefreshAssessment {
  const { from, replacedFrom, isRepeated } = refresh;
  const isFromElsewhere = replacedFrom !== null && isElsewhere(replacedFrom, from);
  const isOther = isFromElsewhere && !(before && isPair(before.places, replacedFrom, from));
  if (isOther) {
    const mark: TokenReuse = {
      at: before?.at ?? now,
      places: [replacedFrom, from],
      toldAt: before?.toldAt ?? null,
      since: [[], []],
    };
    return { mark, isNew: mark.toldAt === null, areTwoParties: false };
  }
  // Processes that come at once from one place are one refresh of it.
  if (before?.toldAt === null) return { mark: before, isNew: isFromElsewhere, areTwoParties: false };
  if (!before || (isRepeated && !isFromElsewhere)) return unchanged(before);
  const index = before.places.findIndex((place) => isSamePlace(place, from));
  if (index === -1) return unchanged(before);
  const since = before.since.map((instants, at) =>
    at === index ? [...instants, now].slice(-REFRESHES_EACH) : instants,
  ) as TokenReuse["since"];
  const areTwoParties = since.every(
    (instants) => instants.filter((at) => now - at <= WITHIN_MS).length >= REFRESHES_EACH,
  );
  return { mark: { ...before, since }, isNew: false, areTwoParties };
}

function isPair([one, other]: TokenReuse["places"], first: Place, second: Place): boolean {
  return (
    (isSamePlace(one, first) && isSamePlace(other, second)) || (isSamePlace(one, second) && isSamePlace(other, first))
  );
}

function unchanged(mark: TokenReuse | null): RefreshAssessment {
  return { mark, isNew: false, areTwoParties: false };
}
