import type { Agreement, End } from "../../../durable-objects/connection/connection-port.ts";
import { CHANGE_SCOPES } from "../../../shared/account-access/scopes.ts";
import { type Part, plainText } from "../../../shared/mail/wrapped-text.ts";
import { formatDate, formatInstant, formatList } from "../../../shared/pages/formats.ts";
import { typeset } from "../../../shared/pages/french-typography.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import type { ActingOperation } from "../account-context.ts";
import { type Holding, isWithin, mayCall, operationsUnder } from "../acting-operations.ts";
import { readLines } from "./read-lines.ts";
import { mailTexts, type ServiceReason } from "./texts.ts";

const MAX_NAME = 100;

/** What the text of a notice depends on in its recipient. */
export interface ConnectionNoticeRecipient {
  language: Language;
  /** The connection is the recipient's own; else another login of the account made it. */
  own: boolean;
}

export interface MailContent {
  subject: string;
  text: string;
}

/** Writes the notices about one connection for one recipient. */
export class ConnectionNoticeWriter {
  readonly #agreement: Agreement;
  readonly #recipient: ConnectionNoticeRecipient;
  readonly #texts: (typeof mailTexts)[Language];
  /** E-mail address of the login that made the connection; null if the login is gone. */
  readonly #login: string | null;
  readonly #brand: string;
  readonly #name: string;
  readonly #account: string;

  constructor(agreement: Agreement, login: string | null, recipient: ConnectionNoticeRecipient, brand: string) {
    this.#agreement = agreement;
    this.#recipient = recipient;
    this.#texts = mailTexts[recipient.language];
    this.#login = login;
    this.#brand = cleaned(brand, MAX_NAME);
    this.#name = nameOf(agreement);
    this.#account = cleaned(agreement.accountName, MAX_NAME);
  }

  /** @param holding the login's permissions on the account; null if not known */
  made(holding: Holding | null): MailContent {
    const { made, tokenMade, by, returnsTo } = this.#texts;
    const { origin, endsAt, madeAt } = this.#agreement;
    const login = this.#login ? [by(this.#login)] : [];
    if (origin.kind === "token") {
      const ends = endsAt ? [tokenMade.ends(this.#day(endsAt))] : [];
      const opening = tokenMade.opening(this.#name, shown(origin), this.#account, this.#instant(madeAt));
      return this.#letter(tokenMade.subject(this.#name, this.#account), [
        [opening, ...ends, ...login].join(" "),
        ...this.#powers(this.#texts.may, holding),
        ...this.#whereToEnd(),
      ]);
    }
    const host = this.#agreement.returnsTo;
    return this.#letter(made.subject(this.#name, this.#account), [
      [made.opening(this.#name, this.#account, this.#instant(madeAt)), ...login].join(" "),
      [this.#provenance(), ...(host ? [returnsTo(cleaned(host, MAX_NAME))] : [])].join(" "),
      ...this.#powers(this.#texts.may, holding),
      ...this.#whereToEnd(),
    ]);
  }

  ended({ at }: End, reason: ServiceReason): MailContent {
    const { ended, tokenEnded, belongedTo, reasons, couldDo } = this.#texts;
    const { origin, madeAt } = this.#agreement;
    const login = this.#login ? [belongedTo(this.#login)] : [];
    const { why, next } = reasons[reason];
    if (origin.kind === "token") {
      return this.#letter(tokenEnded.subject(this.#name, this.#account), [
        [tokenEnded.opening(this.#name, shown(origin), this.#account, this.#instant(at)), ...login].join(" "),
        ...(reason === "expired" ? [tokenEnded.expired] : [why]),
        ...(reason === "expired" && this.#recipient.own ? [`${tokenEnded.again}\n${this.#page}`] : []),
      ]);
    }
    const keyMayBeCopied = reason !== "access_lost" && reason !== "expired";
    return this.#letter(ended.subject(this.#name, this.#account), [
      [
        ended.opening(this.#name, this.#account, this.#instant(at)),
        ended.madeAt(this.#instant(madeAt)),
        ...login,
        ...(origin.kind === "unverified" ? [this.#provenance()] : []),
      ].join(" "),
      why,
      next,
      ...(keyMayBeCopied ? this.#powers(couldDo, null) : []),
      ...(this.#recipient.own ? [`${this.#texts.connections}\n${this.#page}`] : []),
    ]);
  }

  /** @param at when its tokens were first used from two places */
  marked(at: string): MailContent {
    const { marked, belongsTo, connections, manageOther } = this.#texts;
    const login = this.#login ? [belongsTo(this.#login)] : [];
    const isOwn = this.#recipient.own || !this.#login;
    return this.#letter(marked.subject(this.#name, this.#account), [
      [marked.opening(this.#name, this.#account, this.#instant(at)), ...login, this.#provenance()].join(" "),
      marked.expected,
      marked.next,
      isOwn ? `${connections}\n${this.#page}` : manageOther(this.#login ?? ""),
    ]);
  }

  tokenEnding(): MailContent | null {
    const { origin, endsAt } = this.#agreement;
    if (origin.kind !== "token" || !endsAt) return null;
    const { tokenEnding } = this.#texts;
    return this.#letter(tokenEnding.subject(this.#name, this.#account, this.#day(endsAt)), [
      tokenEnding.opening(this.#name, shown(origin), this.#account, this.#instant(endsAt)),
      tokenEnding.next,
      ...(this.#recipient.own ? [this.#page] : this.#login ? [this.#texts.belongsTo(this.#login)] : []),
    ]);
  }

  get #page(): string {
    return `${this.#agreement.pages}/connected-assistants`;
  }

  #letter(subject: string, parts: Part[]): MailContent {
    return { subject, text: plainText([...parts, this.#brand]) };
  }

  #provenance(): string {
    const { origin } = this.#agreement;
    const domain = origin.kind === "token" ? undefined : origin.domain;
    if (domain === undefined) return this.#texts.unverified;
    return this.#texts[origin.kind === "verified" ? "verified" : "unverifiedAt"](cleaned(domain, MAX_NAME));
  }

  #whereToEnd(): Part[] {
    const { manage, manageOther, notYou, notYouOther } = this.#texts;
    if (this.#recipient.own || !this.#login) return [`${manage}\n${this.#page}`, notYou];
    return [`${manageOther(this.#login)} ${notYouOther}`];
  }

  /** What the connection may read and change, its limit, and what it never can. */
  #powers(heading: string, holding: Holding | null): Part[] {
    const { limit, never, lessThanLogin } = this.#texts;
    const { limit: within, limitName } = this.#agreement;
    const { language } = this.#recipient;
    const inWords = (held: Holding | null) => [
      ...readLines(within, held?.permissions ?? null, language),
      ...this.#changes(held).map((operations) =>
        formatList(
          operations.map(({ mailLabel }) => typeset(mailLabel, language)),
          language,
        ),
      ),
    ];
    const items = inWords(holding);
    const isLess = items.join() !== inWords(null).join();
    const name =
      limitName ?? (within.kind === "domain" ? within.name : within.kind === "service" ? `${within.id}` : "");
    return [{ heading, items }, ...(isLess ? [lessThanLogin] : []), limit[within.kind](cleaned(name, MAX_NAME)), never];
  }

  /** The operations that it may call, by scope, without those that its limit or its login's permissions rule out. */
  #changes(holding: Holding | null): ActingOperation[][] {
    const { scopes, operations, limit } = this.#agreement;
    return CHANGE_SCOPES.filter((scope) => scopes.includes(scope))
      .map((scope) =>
        operationsUnder(scope, operations ?? undefined).filter(
          (operation) => isWithin(limit, operation) && (!holding || mayCall(holding, operation)),
        ),
      )
      .filter((kept) => kept.length > 0);
  }

  #day(instant: string): string {
    return formatDate(instant, this.#recipient.language);
  }

  #instant(instant: string): string {
    return `${formatInstant(instant, this.#recipient.language, "long")} UTC`;
  }
}

/**
 * An application chooses its name, which goes to the account's owner in the provider's mail: no link in it. A verified domain
 * vouches for the name only where that is the domain itself.
 */
function nameOf({ name, origin }: Agreement): string {
  const shown = cleaned(name, MAX_NAME);
  return origin.kind === "verified" && shown === origin.domain ? shown : withoutLinks(shown);
}

function shown({ prefix, lastFour }: { prefix: string; lastFour: string }): string {
  return `${prefix}…${lastFour}`;
}

/** A text that no mail program turns into links; its dots are those of IDNA (RFC 3490 §3.1). */
function withoutLinks(text: string): string {
  return text.replaceAll("://", ": //").replace(/[.\u3002\uff0e\uff61](?=\p{L})/gu, "$& ");
}
