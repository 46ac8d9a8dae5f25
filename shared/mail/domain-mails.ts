import { parseDomainName } from "../domain-names/parse-domain.ts";
import { formatDate } from "../pages/formats.ts";
import type { Language } from "../platform/language.ts";
import { cleaned } from "../platform/plain-text.ts";
import { presentedFields } from "../zones-contract/presentation-format.ts";
import type { ZoneRecord } from "../zones-contract/zone-system.ts";
import { domainMailTexts } from "./domain-mail-texts.ts";
import type { MailKind } from "./mailer.ts";
import type { Part } from "./plain-mail.ts";

const MAX_NAME = 253;
/** The maximum length of a record in an e-mail. It exceeds the length of any record in presentation format. */
const MAX_RECORD = 300_000;

/** A change to a domain, about which the account's owner gets an e-mail. Days are YYYY-MM-DD. */
export type DomainNotice =
  /** `before` is `null` if the earlier nameservers are unknown. */
  | { kind: "nameserversChanged"; domain: string; before: string[] | null; nameservers: string[] }
  | { kind: "unlocked"; domain: string }
  | { kind: "autoRenewOff"; domain: string; expiresOn: string | null }
  | { kind: "autoRenewOn"; domain: string }
  /** `domain` is the zone's name. */
  | { kind: "zoneChanged"; domain: string; serviceId: number; added: ZoneRecord[]; removed: ZoneRecord[] };

/** An e-mail without its links, which the sender adds. */
export interface MailText {
  subject: string;
  body: Part[];
  /** The next step; `null` if the body already states it. */
  next: string | null;
  /** Present if someone else may have made the change. The steps of {@link notYou} then follow. */
  warns?: true;
}

export const DOMAIN_MAIL_KINDS: Record<DomainNotice["kind"], MailKind> = {
  nameserversChanged: "nameservers_changed",
  unlocked: "unlocked",
  autoRenewOff: "auto_renew_off",
  autoRenewOn: "auto_renew_on",
  zoneChanged: "dns_records_changed",
};

/** Returns the e-mail with a transfer code. The code is neither stored nor logged. */
export function transferCodeText({ domain, code }: { domain: string; code: string }, language: Language): MailText {
  const texts = domainMailTexts[language].transferCode;
  const body = [texts.opening(nameInFull(domain)), texts.code, { line: code }, texts.keep];
  return { subject: texts.subject(readableName(domain)), body, next: texts.next, warns: true };
}

export function domainNoticeText(notice: DomainNotice, language: Language): MailText {
  const texts = domainMailTexts[language][notice.kind];
  return {
    subject: texts.subject(readableName(notice.domain)),
    body: [texts.opening(nameInFull(notice.domain)), ...changeOf(notice, language)],
    next: "next" in texts ? texts.next : null,
    warns: true,
  };
}

/** Returns a part of an e-mail as a list, which is empty if the part is `null`. */
export function optional(part: string | null): Part[] {
  return part === null ? [] : [part];
}

/**
 * Returns the steps that follow a change that the customer did not request.
 * @param passwordPage the page on which a password is changed; `null` if there is none
 */
export function notYou(passwordPage: string | null, language: Language, isElsewhere = false): Part[] {
  const { text, changePassword } = domainMailTexts[language].notYou;
  if (passwordPage === null) return [text];
  return [text, { link: passwordPage, label: changePassword, isElsewhere }];
}

function changeOf(notice: DomainNotice, language: Language): Part[] {
  const all = domainMailTexts[language];
  switch (notice.kind) {
    case "nameserversChanged": {
      const { now, before, noneBefore, unknownBefore, setBack } = all.nameserversChanged;
      const changed = { heading: now, items: notice.nameservers.map(nameInFull) };
      if (notice.before === null) return [changed, unknownBefore];
      return [
        changed,
        notice.before.length > 0 ? { heading: before, items: notice.before.map(nameInFull) } : noneBefore,
        setBack,
      ];
    }
    case "unlocked":
    case "autoRenewOn":
      return [];
    case "autoRenewOff":
      return notice.expiresOn ? [all.autoRenewOff.expires(formatDate(notice.expiresOn, language))] : [];
    case "zoneChanged": {
      const { removed, added, setBack } = all.zoneChanged;
      const listed = (heading: string, records: ZoneRecord[]) =>
        records.length > 0 ? [{ heading, items: records.map(recordInFull) }] : [];
      return [...listed(removed, notice.removed), ...listed(added, notice.added), setBack];
    }
  }
}

/**
 * Returns a record in the presentation format of RFC 1035 §5.1. An application wrote the record, so no URL in it may
 * become a link in the provider's e-mail.
 */
function recordInFull(record: ZoneRecord): string {
  const fields = presentedFields(record).map((field) => field.replaceAll("://", ": //"));
  return cleaned(`${nameInFull(record.name)} ${record.ttl} ${record.type} ${fields.join(" ")}`, MAX_RECORD);
}

/** Returns a domain name in Unicode. Any other text, such as a plan's name, is only cleaned. */
export function readableName(name: string): string {
  const parsed = parseDomainName(name);
  return cleaned("refused" in parsed ? name : parsed.unicode, MAX_NAME);
}

/** Returns a domain name in Unicode with its A-label form, which distinguishes domain names that look alike. */
export function nameInFull(name: string): string {
  const unicode = readableName(name);
  return unicode === name ? name : `${unicode} (${cleaned(name, MAX_NAME)})`;
}
