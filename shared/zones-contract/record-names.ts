import { parseDomainName } from "../domain-names/parse-domain.ts";
import type { Text } from "../platform/language.ts";

/** The root of the DNS. It means "no host" in a null MX (RFC 7505) and in a null SRV target (RFC 2782). */
export const NO_HOST = ".";

/** A name in A-label form and lower case, or the error for an invalid name in words that follow the field's name. */
type ReadName = string | Text;

/** Maximum length in characters without the final dot, which is 255 octets on the wire (RFC 1035). */
const MAX_LENGTH = 253;
const MAX_LABEL = 63;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Matches a label that may have underscores, which labels of host names never have (RFC 8552). */
const UNDERSCORED_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Reads the owner name of a record, in Unicode or A-label form and in any case. The name must be complete. `@`, a final
 * dot and a name outside the zone are refused, each with the correct form.
 * @param zone the zone's name in A-label form
 * @param isHost whether the record's type belongs to hosts, which have no underscores (RFC 1123)
 */
export function readOwnerName(text: string, zone: string, isHost: boolean): ReadName {
  if (text === "@" || text === "") return fullName(zone);
  if (text.endsWith(".")) return FINAL_DOT;
  const [first = "", ...rest] = text.split(".");
  const isWildcard = first === "*";
  const read = readName(isWildcard ? rest.join(".") : text, isHost);
  if (typeof read !== "string") return read;
  const name = isWildcard ? `*.${read}` : read;
  if (name.length > MAX_LENGTH) return TOO_LONG;
  return name === zone || name.endsWith(`.${zone}`) ? name : fullName(zone);
}

/** Matches names from servers that the API shows, even if they break the rules for names. */
const SHOWN_NAME = /^[a-z0-9_*.-]{1,253}$/;

/**
 * Reads the owner name of a record that may already be in the zone. It accepts names that servers return and
 * {@link readOwnerName} refuses.
 */
export function readPresentName(text: string, zone: string): ReadName {
  const read = readOwnerName(text, zone, false);
  const name = text.toLowerCase();
  return typeof read !== "string" && SHOWN_NAME.test(name) && name.endsWith(`.${zone}`) ? name : read;
}

/**
 * Reads the name that a record points to.
 * @param isHost whether the target must be a host, which has no underscores (RFC 2181 §10.3, RFC 2782)
 */
export function readTarget(text: string, isHost: boolean): ReadName {
  if (text.endsWith(".")) return FINAL_DOT;
  const read = readName(text, isHost);
  if (typeof read !== "string") return read;
  const last = read.slice(read.lastIndexOf(".") + 1);
  return /^\d+$/.test(last) || !read.includes(".") ? NO_FULL_NAME : read;
}

/** Reads each label separately, because `parseDomainName` refuses underscores. */
function readName(text: string, isHost: boolean): ReadName {
  if (text.length > MAX_LENGTH) return TOO_LONG;
  const labels: string[] = [];
  for (const label of text.split(".")) {
    const read = readLabel(label.toLowerCase(), isHost ? HOST_LABEL : UNDERSCORED_LABEL);
    if (typeof read !== "string") return read;
    labels.push(read);
  }
  const name = labels.join(".");
  return name.length > MAX_LENGTH ? TOO_LONG : name;
}

function readLabel(label: string, allowed: RegExp): ReadName {
  if (label.length > MAX_LABEL) {
    return { en: "has a part of more than 63 characters.", fr: "contient une partie de plus de 63 caractères." };
  }
  const isPlain = allowed.test(label) && label.slice(2, 4) !== "--";
  if (isPlain) return label;
  // The label may be in another script or be an A-label, which must decode. `parseDomainName` reads the label as part
  // of a name.
  const parsed = parseDomainName(`${label}.example`);
  const parts = "ascii" in parsed ? parsed.ascii.split(".") : [];
  if (parts.length === 2 && parts[0]) return parts[0];
  return allowed === HOST_LABEL && label.includes("_") && UNDERSCORED_LABEL.test(label)
    ? { en: "must be the name of a host: no underscores.", fr: "doit être le nom d’un hôte : sans tiret bas." }
    : { en: "is not a well-formed name.", fr: "n’est pas un nom bien formé." };
}

function fullName(zone: string): Text {
  return {
    en: `must be a full name in the zone: ${zone} itself, or a name that ends with .${zone}.`,
    fr: `doit être un nom complet de la zone : ${zone} lui-même, ou un nom qui se termine par .${zone}.`,
  };
}

const FINAL_DOT: Text = { en: "must not end with a dot.", fr: "ne doit pas se terminer par un point." };
const TOO_LONG: Text = { en: "must have at most 253 characters.", fr: "doit avoir au plus 253 caractères." };
const NO_FULL_NAME: Text = {
  en: "must be a full name such as mail.example.com, not an address.",
  fr: "doit être un nom complet comme mail.exemple.com, pas une adresse.",
};
