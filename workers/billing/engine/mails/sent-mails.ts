import { DOMAIN_MAIL_KINDS, notYou, optional, transferCodeText } from "../../../../shared/mail/domain-mails.ts";
import type { Mailer, MailKind } from "../../../../shared/mail/mailer.ts";
import type { Part } from "../../../../shared/mail/plain-mail.ts";
import { formatZonedInstant } from "../../../../shared/pages/formats.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { accountMailTexts } from "./account-mail-texts.ts";
import { type AreaLink, areaLinks } from "./area-links.ts";
import { gatheredMailTexts } from "./gathered-mail-texts.ts";
import { loginMailTexts } from "./login-mail-texts.ts";
import type { Notice } from "./notice.ts";
import { textOf } from "./notice-texts.ts";

/** The recipient of an e-mail, and the language of its text. */
export interface NoticeRecipient {
  email: string;
  language: Language;
}

/** The purpose of a mailed code. */
export type CodePurpose = "sign_up" | "new_password" | "new_email";

/**
 * The e-mails that the engine sends. A method resolves if the e-mail is accepted for delivery, and rejects otherwise.
 */
export interface BillingMails {
  readonly isOn: boolean;
  /** Whether the e-mail about a new e-mail address can contain the link that undoes the change. */
  readonly canUndo: boolean;
  /**
   * Mails an auth code for a transfer. An implementation must not use the code for anything else, store it or log it.
   */
  transferCode(to: NoticeRecipient, mail: { domain: string; code: string }, requestId?: string): Promise<void>;
  /** Sends one e-mail for one or more notices of the same kind. */
  notices(to: NoticeRecipient, notices: [Notice, ...Notice[]], requestId?: string): Promise<void>;
  /**
   * Tells the customer that somebody who has the password entered ten wrong codes in a row.
   * @param mail the e-mail's facts; `at` is the time of the last code in epoch milliseconds
   */
  codesGuessed(to: NoticeRecipient, mail: { at: number }, requestId?: string): Promise<void>;
  /** Tells the operator that services are waiting to be set up; `null` if no operator gets e-mails. */
  setUpsWait: ((mail: { count: number; hours: number }, requestId?: string) => Promise<void>) | null;
  /**
   * Mails a code to the person who requested it. An implementation must not use the code for anything else, store it or
   * log it.
   */
  code(to: NoticeRecipient, mail: { purpose: CodePurpose; code: string }, requestId?: string): Promise<void>;
  /** Tells the customer that somebody tried to use their e-mail address for another account. */
  accountExists(to: NoticeRecipient, requestId?: string): Promise<void>;
  /**
   * Tells the customer that their password was changed.
   * @param mail the e-mail's facts; `at` is the time of the change in epoch milliseconds
   */
  passwordChanged(
    to: NoticeRecipient,
    mail: { at: number; connectionsEnded: boolean },
    requestId?: string,
  ): Promise<void>;
  /**
   * Tells the customer that their sign-in was changed.
   * @param at the time of the change, in epoch milliseconds
   */
  loginChanged(to: NoticeRecipient, change: LoginChange, at: number, requestId?: string): Promise<void>;
}

/** A change to how a login signs in. */
export type LoginChange =
  | { kind: "secondStepOn" | "secondStepOff" }
  | { kind: "recoveryCodeUsed"; left: number }
  /** The e-mail goes to the previous address. The token undoes the change. */
  | { kind: "emailChanged"; email: string; token: string };

const MAIL_KINDS: Record<Notice["kind"], MailKind> = {
  ...DOMAIN_MAIL_KINDS,
  orderPlaced: "order_placed",
  orderRefused: "order_refused",
  orderLapsed: "order_lapsed",
  orderDone: "order_done",
  invoiceIssued: "invoice_issued",
  invoiceDueSoon: "invoice_due_soon",
  invoiceOverdue: "invoice_overdue",
  invoicePaid: "invoice_paid",
  domainExpires: "domain_expires",
  domainExpired: "domain_expired",
  planChanged: "plan_changed",
  serviceCancelled: "service_cancelled",
  detailsChanged: "details_changed",
  accountClosed: "account_closed",
  paymentCredited: "payment_credited",
  paymentRefunded: "payment_refunded",
  paymentFailed: "payment_failed",
  chargeFailed: "charge_failed",
};

/**
 * Returns an implementation of {@link BillingMails} that writes each e-mail in the recipient's language and sends it
 * with the mailer. Log lines name the kind of an e-mail, but neither its recipient nor its text.
 * @param clientArea the client area's absolute URL, for links; `null` if the URL is only known during a request
 * @param newPassword the path of the page for a new password; if `null`, e-mails link to the home page
 * @param operator the operator's e-mail address; if empty, the operator gets no e-mails
 */
export function sentMails(
  mailer: Mailer,
  clientArea: string | null,
  newPassword: string | null,
  operator = "",
): BillingMails {
  const linkTo = ({ path, label }: AreaLink, isButton?: true): Part[] => {
    return clientArea === null ? [] : [{ link: clientArea + path, label, ...(isButton && { isButton }) }];
  };
  const passwordPage = clientArea === null || newPassword === null ? null : clientArea + newPassword;
  const passwordButton = ({ language }: NoticeRecipient): Part[] => {
    const { home } = areaLinks(language);
    return linkTo(
      newPassword === null ? home : { path: newPassword, label: accountMailTexts[language].newPassword },
      true,
    );
  };
  async function send(
    requestId: string | undefined,
    kind: MailKind,
    { email, language }: NoticeRecipient,
    subject: string,
    parts: Part[],
  ): Promise<void> {
    const isAccepted = await mailer.send(kind, email, { language, subject, parts }, requestId);
    if (!isAccepted) throw new Error(`the mail ${kind} was not sent`);
  }
  return {
    get isOn() {
      return mailer.isOn;
    },
    canUndo: clientArea !== null,

    transferCode(to, mail, requestId) {
      const { subject, body, next } = transferCodeText(mail, to.language);
      const link = linkTo(areaLinks(to.language).domain(mail.domain), true);
      return send(requestId, "transfer_code", to, subject, [
        ...body,
        ...optional(next),
        ...link,
        ...notYou(passwordPage, to.language),
      ]);
    },

    notices(to, notices, requestId) {
      const [first, ...more] = mergedByDomain(notices);
      const kind = MAIL_KINDS[first.kind];
      const text = textOf(first, to.language);
      const alarm = text.warns ? notYou(passwordPage, to.language) : [];
      if (more.length === 0) {
        return send(requestId, kind, to, text.subject, [
          ...text.body,
          ...optional(text.next),
          ...linkTo(text.link, true),
          ...alarm,
        ]);
      }
      const { opening, subject } = gatheredMailTexts[to.language];
      const all = [text, ...more.map((notice) => textOf(notice, to.language))];
      return send(requestId, kind, to, subject[first.kind](all.length), [
        opening,
        ...all.flatMap(({ subject, body, link }) => [{ heading: `— ${subject}`, items: [] }, ...body, ...linkTo(link)]),
        ...[...new Set(all.map(({ next }) => next))].flatMap(optional),
        ...linkTo(areaLinks(to.language).home, true),
        ...alarm,
      ]);
    },

    codesGuessed(to, { at }, requestId) {
      const { subject, opening, wait, ifYou, ifNotYou } = accountMailTexts[to.language].codesGuessed;
      const told = opening(formatZonedInstant(new Date(at).toISOString(), to.language, mailer.timeZone));
      return send(requestId, "codes_guessed", to, subject, [told, wait, ifYou, ifNotYou, ...passwordButton(to)]);
    },

    code(to, { purpose, code }, requestId) {
      const { subject, body, lasts, ifNotYou } = accountMailTexts[to.language].codes[purpose];
      return send(requestId, "code", to, subject, [body, { line: code }, lasts, ifNotYou]);
    },

    accountExists(to, requestId) {
      const { subject, body, next, ifNotYou } = accountMailTexts[to.language].accountExists;
      return send(requestId, "account_exists", to, subject, [body, next, ...passwordButton(to), ifNotYou]);
    },

    passwordChanged(to, { at, connectionsEnded }, requestId) {
      const { subject, body, connections, ifNotYou } = accountMailTexts[to.language].passwordChanged;
      const told = body(formatZonedInstant(new Date(at).toISOString(), to.language, mailer.timeZone));
      const goesOn = connections[connectionsEnded ? "ended" : "kept"];
      return send(requestId, "password_changed", to, subject, [told, goesOn, ifNotYou, ...passwordButton(to)]);
    },

    loginChanged(to, change, at, requestId) {
      const { subject, body } = loginChangeText(change, to.language);
      const { when, ifNotYou, undo } = loginMailTexts[to.language];
      const told = when(formatZonedInstant(new Date(at).toISOString(), to.language, mailer.timeZone));
      const next: Part[] =
        change.kind === "emailChanged"
          ? [undo.text, ...linkTo({ path: `/undo-email?change=${change.token}`, label: undo.button }, true)]
          : [ifNotYou, ...passwordButton(to)];
      return send(requestId, "login_changed", to, subject, [body, told, ...next]);
    },

    setUpsWait: operator
      ? (mail, requestId) => {
          const { subject, parts } = setUpsWaitText(mail);
          return send(requestId, "set_ups_wait", { email: operator, language: "en" }, subject, parts);
        }
      : null,
  };
}

function loginChangeText(change: LoginChange, language: Language): { subject: string; body: string } {
  const texts = loginMailTexts[language];
  switch (change.kind) {
    case "emailChanged":
      return { ...texts.emailChanged, body: texts.emailChanged.body(change.email) };
    case "recoveryCodeUsed":
      return { ...texts.recoveryCodeUsed, body: texts.recoveryCodeUsed.body(String(change.left)) };
    default:
      return texts[change.kind];
  }
}

/** Returns the text of the operator's e-mail. All texts for operators are in English. */
function setUpsWaitText({ count, hours }: { count: number; hours: number }): { subject: string; parts: Part[] } {
  const services = count === 1 ? "1 service waits" : `${count} services wait`;
  const oldest = hours === 0 ? "less than an hour" : hours === 1 ? "1 hour" : `${hours} hours`;
  return {
    subject: `${services} to be set up`,
    parts: [
      `${services} to be set up, suspended, resumed, changed or ended on a server. The oldest has waited for ${oldest}.`,
      "The operator console and this command list them:",
      { line: "npm run operate -- set-ups" },
    ],
  };
}

/**
 * Merges notices about the same domain. Keeps the last notice, with the nameservers from before the first change.
 * Notices about orders, services and DNS records stay separate.
 */
function mergedByDomain([first, ...more]: [Notice, ...Notice[]]): [Notice, ...Notice[]] {
  const merged: [Notice, ...Notice[]] = [first];
  for (const notice of more) {
    const position = merged.findIndex((earlier) => isAboutSameDomain(earlier, notice));
    const earlier = merged[position];
    if (!earlier) merged.push(notice);
    else if (notice.kind === "nameserversChanged" && earlier.kind === notice.kind) {
      merged[position] = { ...notice, before: earlier.before };
    } else merged[position] = notice;
  }
  return merged;
}

function isAboutSameDomain(one: Notice, other: Notice): boolean {
  return (
    one.kind === other.kind &&
    one.kind !== "zoneChanged" &&
    "domain" in one &&
    "domain" in other &&
    one.domain === other.domain
  );
}
