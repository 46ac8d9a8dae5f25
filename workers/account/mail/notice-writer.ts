import type { Agreement, End } from "../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES } from "../../../shared/account-access/scopes.ts";
import type { Permission, ResourceLimit } from "../../../shared/billing-contract/call.ts";
import type { Letter } from "../../../shared/mail/mailer.ts";
import type { Part } from "../../../shared/mail/plain-mail.ts";
import { formatDate, formatList, formatZonedInstant } from "../../../shared/pages/formats.ts";
import { typeset } from "../../../shared/pages/french-typography.ts";
import { dayIn } from "../../../shared/platform/calendar.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { type Held, isWithin, mayCall, operationsUnder } from "../acting-operations.ts";
import type { ActingOperation } from "../actions/acting-operation.ts";
import { ASSISTANTS_PATH } from "../pages/page-addresses.ts";
import { mailTexts, type ServiceReason } from "./texts.ts";

const MAX_NAME = 100;

/**
 * Writes the notices about one connection for one recipient.
 * @param login the e-mail address of the login that made the connection; `null` if the login was deleted
 * @param own whether the recipient made the connection; if not, another login of the account did
 * @param passwordPage the page for changing the recipient's password; `null` if unknown
 */
export function connectionNoticeWriter(
  agreement: Agreement,
  login: string | null,
  { language, own }: { language: Language; own: boolean },
  { timeZone, hasZones, passwordPage }: { timeZone: string; hasZones: boolean | null; passwordPage: string | null },
) {
  const texts = mailTexts[language];
  const { origin, madeAt, endsAt } = agreement;
  const name = nameInMail(agreement);
  const account = cleaned(agreement.accountName, MAX_NAME);
  const list: Part = { link: agreement.pages + ASSISTANTS_PATH, label: texts.open, isButton: true };
  const day = (at: string) => formatDate(dayIn(timeZone, Date.parse(at)), language);
  const instant = (at: string) => formatZonedInstant(at, language, timeZone);

  const letter = (subject: string, parts: Part[]): Letter => ({ language, subject, parts });

  const provenance = () => provenanceInMail(agreement, language);

  const whereToEnd = (): Part[] => {
    const { manage, manageOther, notYou, notYouOther, changePassword } = texts;
    const isElsewhere = !passwordPage?.startsWith(agreement.pages);
    const toPassword: Part[] =
      passwordPage === null ? [] : [{ link: passwordPage, label: changePassword, isElsewhere }];
    if (own || !login) return [manage, list, notYou, ...toPassword];
    return [`${manageOther(login)} ${notYouOther}`];
  };

  /** Lists what the connection may read and change, its limit, and what it can never do. */
  const powers = (heading: string, holding: Held | null): Part[] => {
    const { limit, never, lessThanLogin, reads } = texts;
    const { limit: within, limitName } = agreement;
    const inWords = (held: Held | null) => [
      ...readLines(within, held?.permissions ?? null, hasZones).map((line) => reads[line]),
      ...changes(agreement, held).map((operations) =>
        formatList(
          operations.map(({ mailLabel }) => typeset(mailLabel, language)),
          language,
        ),
      ),
    ];
    const items = inWords(holding);
    const isLess = items.join() !== inWords(null).join();
    const limited =
      limitName ?? (within.kind === "domain" ? within.name : within.kind === "service" ? `${within.id}` : "");
    const limitLine = limit[within.kind](cleaned(limited, MAX_NAME));
    return [{ heading, items }, ...(isLess ? [lessThanLogin] : []), limitLine, never];
  };

  return {
    /**
     * Writes the notice of a new connection.
     * @param holding the login's permissions on the account; `null` if unknown
     */
    made(holding: Held | null): Letter {
      const { made, tokenMade, by, returnsTo } = texts;
      const doneBy = login ? [by(login)] : [];
      const rest = [...powers(texts.may, holding), ...whereToEnd()];
      if (origin.kind === "token") {
        const ends = endsAt ? [tokenMade.ends(day(endsAt))] : [];
        const opening = tokenMade.opening(name, shown(origin), account, instant(madeAt));
        return letter(tokenMade.subject(name, account), [[opening, ...ends, ...doneBy].join(" "), ...rest]);
      }
      const host = agreement.returnsTo;
      return letter(made.subject(name, account), [
        [made.opening(name, account, instant(madeAt)), ...doneBy].join(" "),
        [provenance(), ...(host ? [returnsTo(cleaned(host, MAX_NAME))] : [])].join(" "),
        ...rest,
      ]);
    },

    ended({ at }: End, reason: ServiceReason): Letter {
      const { ended, tokenEnded, belongedTo, reasons, couldDo } = texts;
      const ofLogin = login ? [belongedTo(login)] : [];
      const { why, next } = reasons[reason];
      if (origin.kind === "token") {
        return letter(tokenEnded.subject(name, account), [
          [tokenEnded.opening(name, shown(origin), account, instant(at)), ...ofLogin].join(" "),
          ...(reason === "expired" ? [tokenEnded.expired] : [why]),
          ...(reason === "expired" && own ? [tokenEnded.again, list] : []),
        ]);
      }
      const keyMayBeCopied = !["access_lost", "expired", "ended_by_provider"].includes(reason);
      const unverified = origin.kind === "unverified" ? [provenance()] : [];
      const opening = [ended.opening(name, account, instant(at)), ended.madeAt(instant(madeAt))];
      return letter(ended.subject(name, account), [
        [...opening, ...ofLogin, ...unverified].join(" "),
        why,
        next,
        ...(keyMayBeCopied ? powers(couldDo, null) : []),
        ...(own ? [list] : []),
      ]);
    },

    /**
     * Writes the notice that a connection's tokens were used from two locations.
     * @param at the time at which the second location was first detected
     */
    marked(at: string): Letter {
      const { marked, belongsTo, manageOther } = texts;
      const ofLogin = login ? [belongsTo(login)] : [];
      return letter(marked.subject(name, account), [
        [marked.opening(name, account, instant(at)), ...ofLogin, provenance()].join(" "),
        marked.expected,
        marked.next,
        own || !login ? list : manageOther(login),
      ]);
    },

    tokenEnding(): Letter | null {
      if (origin.kind !== "token" || !endsAt) return null;
      const { tokenEnding } = texts;
      return letter(tokenEnding.subject(name, account, day(endsAt)), [
        tokenEnding.opening(name, shown(origin), account, instant(endsAt)),
        tokenEnding.next,
        ...(own ? [list] : login ? [texts.belongsTo(login)] : []),
      ]);
    },
  };
}

type ReadLine = keyof (typeof mailTexts)["en"]["reads"];

/**
 * Lists what a connection may read within its limit.
 * @param permissions the permissions of the connection's login; `null` if unknown, in which case everything is listed
 * @param hasZones whether a server with zones is connected; `null` while that is unknown
 */
function readLines(
  limit: ResourceLimit,
  permissions: readonly Permission[] | null,
  hasZones: boolean | null,
): ReadLine[] {
  const may = (permission: Permission) => permissions === null || permissions.includes(permission);
  const either = (
    one: Permission,
    other: Permission,
    words: [both: ReadLine, one: ReadLine, other: ReadLine],
  ): ReadLine[] => {
    if (may(one) && may(other)) return [words[0]];
    if (may(one)) return [words[1]];
    return may(other) ? [words[2]] : [];
  };
  const within: Record<ResourceLimit["kind"], () => ReadLine[]> = {
    account: () => [
      ...either("products", "domains", ["servicesAndDomains", "services", "domains"]),
      ...either("invoices", "tickets", ["invoicesAndTickets", "invoices", "tickets"]),
    ],
    service: () => (may("products") ? ["thatService"] : []),
    domain: () => either("domains", "products", ["thatDomainAndServices", "thatDomain", "servicesUnderIt"]),
  };
  const told: ReadLine[] = [...(may("profile") ? (["profile"] as const) : []), ...within[limit.kind]()];
  if (hasZones !== false && may("products") && may("productsso")) told.push("zones");
  return told.length > 0 ? told : ["nothing"];
}

/** Returns the operations that a connection may call within its limit and its login's permissions, by scope. */
function changes({ scopes, operations, limit }: Agreement, holding: Held | null): ActingOperation[][] {
  return CHANGE_SCOPES.filter((scope) => scopes.includes(scope))
    .map((scope) =>
      operationsUnder(scope, operations ?? undefined).filter(
        (operation) => isWithin(limit, operation) && (!holding || mayCall(holding, operation)),
      ),
    )
    .filter((kept) => kept.length > 0);
}

/**
 * Returns an application's name for an e-mail, without links. The application chooses its own name, and the provider's
 * e-mail shows that name to the account's owner. A verified domain proves the name only if the name is that domain.
 */
export function nameInMail({ name, origin }: Pick<Agreement, "name" | "origin">): string {
  const shown = cleaned(name, MAX_NAME);
  return origin.kind === "verified" && shown === origin.domain ? shown : withoutLinks(shown);
}

/** Returns the sentence that states who vouches for an application's name. */
export function provenanceInMail({ origin }: Pick<Agreement, "origin">, language: Language): string {
  const texts = mailTexts[language];
  const domain = origin.kind === "token" ? undefined : origin.domain;
  if (domain === undefined) return texts.unverified;
  return texts[origin.kind === "verified" ? "verified" : "unverifiedAt"](cleaned(domain, MAX_NAME));
}

function shown({ prefix, lastFour }: { prefix: string; lastFour: string }): string {
  return `${prefix}…${lastFour}`;
}

/**
 * Changes a text so that e-mail programs do not turn parts of it into links. Every dot of IDNA (RFC 3490 §3.1) is
 * treated as a dot.
 */
function withoutLinks(text: string): string {
  return text.replaceAll("://", ": //").replace(/[.\u3002\uff0e\uff61](?=\p{L})/gu, "$& ");
}
