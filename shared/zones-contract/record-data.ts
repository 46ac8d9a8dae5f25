import type { Text } from "../platform/language.ts";
import { NO_HOST, readTarget } from "./record-names.ts";
import type { RecordType } from "./zone-system.ts";

/** An error in one field of `data`, or in all fields together. */
export interface RefusedField {
  /** The index of the invalid field; `null` if the number of fields or their total size is wrong. */
  index: number | null;
  message: Text;
}

/** The data of a record in canonical form, or its errors. */
export type ReadData = { data: string[] } | { refused: RefusedField[] };

/** Maximum size of a character-string in octets (RFC 1035 §3.3). */
const MAX_STRING_BYTES = 255;
/** Maximum total size of a TXT record's strings. A larger record does not fit in a UDP response (RFC 6891 §6.2.5). */
const MAX_TXT_BYTES = 4_000;
const MAX_TXT_STRINGS = 32;
/** Maximum length of a CAA value. Servers split the presentation of a longer one. */
const MAX_CAA_VALUE = 255;

/** Reads the data of a record by the rules of its type. */
export function readData(type: RecordType, data: string[]): ReadData {
  return type === "TXT" ? readStrings(data) : readFields(type, data);
}

/** Returns an IPv6 address in canonical form (RFC 5952), or `null` if the text is not an address. */
export function canonicalIpv6(text: string): string | null {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text)) return null;
  return URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) ?? null;
}

/**
 * A function that returns a field in canonical form. For an invalid field, it returns the expected value in words that
 * follow the field's name.
 */
type ReadField = (text: string) => string | Text;

/** Returns a reader that accepts a field only if it matches the pattern. A matching field is already canonical. */
function matching(pattern: RegExp, message: Text): ReadField {
  return (text) => (pattern.test(text) ? text : message);
}

const BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const ipv4 = matching(new RegExp(`^(?!0\\d)${BYTE}(?:\\.(?!0\\d)${BYTE}){3}$`), {
  en: "must be an IPv4 address such as 192.0.2.1.",
  fr: "doit être une adresse IPv4 comme 192.0.2.1.",
});

const NO_IPV6: Text = {
  en: "must be an IPv6 address such as 2001:db8::1.",
  fr: "doit être une adresse IPv6 comme 2001:db8::1.",
};

const NO_UINT16: Text = { en: "must be a number from 0 to 65535.", fr: "doit être un nombre de 0 à 65535." };

function uint16(text: string): string | Text {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535 ? text : NO_UINT16;
}

function hostOrNone(text: string): string | Text {
  return text === NO_HOST ? text : readTarget(text, true);
}

/** Only the critical flag is assigned (RFC 8659 §4.1). */
const caaFlags = matching(/^(?:0|128)$/, {
  en: "must be 0, or 128 for critical.",
  fr: "doit être 0, ou 128 pour critique.",
});

const NO_TAG: Text = {
  en: "must be a tag such as issue or iodef.",
  fr: "doit être une étiquette comme issue ou iodef.",
};

function caaTag(text: string): string | Text {
  return /^[a-z0-9]{1,15}$/i.test(text) ? text.toLowerCase() : NO_TAG;
}

const caaValue = matching(new RegExp(`^[\\x20-\\x7e]{1,${MAX_CAA_VALUE}}$`), {
  en: `must have 1 to ${MAX_CAA_VALUE} printable ASCII characters.`,
  fr: `doit avoir de 1 à ${MAX_CAA_VALUE} caractères ASCII imprimables.`,
});

/** The readers for the fields of each type except TXT, which can have any number of strings. */
export const FIELDS: Record<Exclude<RecordType, "TXT">, ReadField[]> = {
  A: [ipv4],
  AAAA: [(text) => canonicalIpv6(text) ?? NO_IPV6],
  CAA: [caaFlags, caaTag, caaValue],
  CNAME: [(text) => readTarget(text, false)],
  MX: [uint16, hostOrNone],
  SRV: [uint16, uint16, uint16, hostOrNone],
};

function readFields(type: Exclude<RecordType, "TXT">, data: string[]): ReadData {
  const readers = FIELDS[type];
  const count = readers.length;
  if (data.length !== count) {
    const [en, fr] = count === 1 ? ["one string", "une chaîne"] : [`${count} strings`, `${count} chaînes`];
    return { refused: [{ index: null, message: { en: `must have ${en}.`, fr: `doit avoir ${fr}.` } }] };
  }
  const read = data.map((text, index) => readers[index]?.(text) ?? text);
  const refused = read.flatMap((field, index) => (typeof field === "string" ? [] : [{ index, message: field }]));
  if (refused.length > 0) return { refused };
  const fields = read as string[];
  const wrong = wrongTogether(type, fields);
  return wrong ? { refused: [wrong] } : { data: fields };
}

/** Tags with values that name a certification authority (RFC 8659 §4.2, RFC 9495). */
const ISSUERS = ["issue", "issuewild", "issuemail", "issuevmc"];
/** Matches a domain name or nothing, with parameters after semicolons (RFC 8659 §4.2). */
const ISSUER = /^\s*(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*)?\s*(?:;\s*(?:[a-z0-9]+=[\x21-\x3a\x3c-\x7e]*\s*(?:;\s*|$))*)?$/i;

/** Finds a field that is valid but contradicts another one. */
function wrongTogether(type: RecordType, [first = "", second = "", third = ""]: string[]): RefusedField | null {
  // A null MX has preference 0 (RFC 7505).
  if (type === "MX" && second === NO_HOST && first !== "0") {
    const message = {
      en: "must be 0 if the host is a single dot, which means no mail.",
      fr: "doit être 0 là où l’hôte est un point seul : aucun courriel n’est accepté.",
    };
    return { index: 0, message };
  }
  if (type === "CAA" && ISSUERS.includes(second) && !ISSUER.test(third)) {
    const message = {
      en: "must name a certification authority such as letsencrypt.org, or be ; for none.",
      fr: "doit nommer une autorité de certification comme letsencrypt.org, ou être ; pour aucune.",
    };
    return { index: 2, message };
  }
  if (type === "CAA" && second === "iodef" && !/^(?:mailto:|https?:\/\/)\S+$/.test(third)) {
    const message = {
      en: "must be an address that begins with mailto:, https:// or http://.",
      fr: "doit être une adresse qui commence par mailto:, https:// ou http://.",
    };
    return { index: 2, message };
  }
  return null;
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

function readStrings(data: string[]): ReadData {
  if (data.length === 0 || data.length > MAX_TXT_STRINGS) {
    const en = `must have 1 to ${MAX_TXT_STRINGS} strings.`;
    return { refused: [{ index: null, message: { en, fr: `doit avoir de 1 à ${MAX_TXT_STRINGS} chaînes.` } }] };
  }
  const refused = data.flatMap((text, index) => {
    const message = wrongString(text);
    return message ? [{ index, message }] : [];
  });
  if (refused.length > 0) return { refused };
  if (data.reduce((sum, text) => sum + bytesOf(text), 0) > MAX_TXT_BYTES) {
    const message = {
      en: `must have at most ${MAX_TXT_BYTES} bytes in all its strings.`,
      fr: `doit avoir au plus ${MAX_TXT_BYTES} octets dans toutes ses chaînes.`,
    };
    return { refused: [{ index: null, message }] };
  }
  return { data };
}

function wrongString(text: string): Text | null {
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) {
    return {
      en: "must have no control characters and no line ends.",
      fr: "ne doit contenir ni caractère de commande ni fin de ligne.",
    };
  }
  if (bytesOf(text) <= MAX_STRING_BYTES) return null;
  return {
    en: `must have at most ${MAX_STRING_BYTES} bytes: split a longer text into several strings, which resolvers join.`,
    fr: `doit avoir au plus ${MAX_STRING_BYTES} octets : divisez un texte plus long en plusieurs chaînes, qui sont lues comme une seule.`,
  };
}
