import type { Notice } from "./billing-mails.ts";

/**
 * Notices of one mail, one for each thing that they tell of: of a name that was changed several times what it had before the
 * first change, and what the last one made of it. Of orders and services each notice is a thing of its own.
 */
export function foldedNotices([first, ...more]: [Notice, ...Notice[]]): [Notice, ...Notice[]] {
  const folded: [Notice, ...Notice[]] = [first];
  for (const notice of more) {
    const position = folded.findIndex((earlier) => isOfSameName(earlier, notice));
    const earlier = folded[position];
    if (!earlier) folded.push(notice);
    else folded[position] = followed(earlier, notice);
  }
  return folded;
}

function followed(earlier: Notice, notice: Notice): Notice {
  return notice.kind === "nameserversChanged" && earlier.kind === notice.kind
    ? { ...notice, before: earlier.before }
    : notice;
}

function isOfSameName(one: Notice, other: Notice): boolean {
  return one.kind === other.kind && "domain" in one && "domain" in other && one.domain === other.domain;
}
