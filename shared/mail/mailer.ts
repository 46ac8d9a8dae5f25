import { brandColourFrom } from "../pages/brand.ts";
import type { Rgb } from "../pages/colour.ts";
import { palettesFor } from "../pages/palette.ts";
import { timeZoneOf } from "../platform/calendar.ts";
import { inTime } from "../platform/deadline.ts";
import type { Language } from "../platform/language.ts";
import { log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import { cleaned } from "../platform/plain-text.ts";
import { htmlMail } from "./html-mail.tsx";
import { checkMailSettings, isMailAddress, type MailSettings } from "./mail-settings.ts";
import { type Part, plainText } from "./plain-mail.ts";

/** The part of Cloudflare's `send_email` binding that is used. */
export interface MailTransport {
  send(message: Mail & { from: { name: string; email: string } }): Promise<unknown>;
}

/** An e-mail to send. Cloudflare creates `multipart/alternative` from its text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text with wrapped lines. */
  text: string;
  html: string;
}

/** The content of an e-mail. The mailer formats it as text and as HTML, under the provider's name. */
export interface Letter {
  language: Language;
  /** The subject, which is one line. */
  subject: string;
  parts: Part[];
}

/** The kinds of e-mails. Logs and metrics have the kind, but neither recipient nor content. */
export type MailKind =
  | "connection_made"
  | "connection_ended"
  | "connection_marked"
  | "token_ending"
  | "approval_asked"
  | "transfer_code"
  | "unlocked"
  | "nameservers_changed"
  | "dns_records_changed"
  | "order_placed"
  | "order_refused"
  | "order_lapsed"
  | "order_done"
  | "invoice_issued"
  | "invoice_due_soon"
  | "invoice_overdue"
  | "invoice_paid"
  | "domain_expires"
  | "domain_expired"
  | "auto_renew_off"
  | "auto_renew_on"
  | "details_changed"
  | "account_closed"
  | "plan_changed"
  | "service_cancelled"
  | "payment_credited"
  | "payment_refunded"
  | "charge_failed"
  | "payment_failed"
  | "codes_guessed"
  | "set_ups_wait"
  | "code"
  | "account_exists"
  | "password_changed"
  | "login_changed";

const MAX_NAME = 100;
const DEADLINE_MS = 10_000;
const MAX_ATTEMPTS = 2;
const RETRY_AFTER_MS = 1_000;

let saidThatOff = false;

/** A sender of e-mails in the provider's name. A failure to send is logged and never thrown. */
export class Mailer {
  readonly #transport: MailTransport;
  readonly #from: { name: string; email: string };
  readonly #colour: Rgb;
  /** The provider's time zone for times in e-mails, as an IANA name. */
  readonly timeZone: string;
  readonly #metrics: Pick<Metrics, "write"> | undefined;

  /**
   * Creates the mailer.
   * @throws {Error} for an invalid setting, with its name
   */
  constructor(transport: MailTransport, settings: MailSettings, metrics?: Pick<Metrics, "write">) {
    checkMailSettings(settings);
    this.#transport = transport;
    this.#metrics = metrics;
    this.timeZone = timeZoneOf(settings);
    this.#colour = brandColourFrom(settings);
    this.#from = { name: cleaned(settings.BRAND_NAME, MAX_NAME), email: settings.MAIL_FROM };
  }

  /** Whether e-mails are sent. If they are not, each isolate logs this once. */
  get isOn(): boolean {
    if (this.#from.email !== "") return true;
    if (!saidThatOff) log("mail_off", { reason: "MAIL_FROM is empty" });
    saidThatOff = true;
    return false;
  }

  /**
   * Sends one e-mail, with one retry. A slow e-mail may arrive twice.
   * @returns whether the e-mail was accepted for delivery
   */
  async send(kind: MailKind, to: string, letter: Letter, requestId?: string): Promise<boolean> {
    if (!this.isOn) return false;
    const { subject, language } = letter;
    const parts = letter.parts.map((part) => leadingIn(language, part));
    const brand = this.#from.name;
    const text = plainText([...parts, brand]);
    const html = htmlMail({ ...letter, parts, brand, palettes: palettesFor(this.#colour) });
    const mail = { to, subject, text, html };
    const began = Date.now();
    const { attempts, code } = await this.#attempt(kind, mail, requestId);
    const ended = code === null ? { status: 200, outcome: "sent" } : { status: 500, outcome: "failed", code };
    this.#metrics?.write({ work: `mail:${kind}`, transport: "mail", ...ended, ms: Date.now() - began, attempts });
    return code === null;
  }

  /**
   * Sends an e-mail, with one retry.
   * @returns the number of attempts, and the reason why the e-mail was not accepted; `null` if it was accepted
   */
  async #attempt(
    kind: MailKind,
    mail: Mail,
    requestId: string | undefined,
  ): Promise<{ attempts: number; code: string | null }> {
    const failed = (attempts: number, code: string, cause?: unknown) => {
      log("mail_failed", { mail: kind, code, request_id: requestId, cause });
      return { attempts, code };
    };
    if (!isMailAddress(mail.to)) return failed(0, "bad_address");
    for (let attempts = 1; ; attempts++) {
      try {
        await inTime(this.#transport.send({ ...mail, from: this.#from }), DEADLINE_MS);
        return { attempts, code: null };
      } catch (cause) {
        // The second failure is final and is logged.
        if (attempts === MAX_ATTEMPTS) return failed(attempts, codeOf(cause), cause);
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      }
    }
  }
}

/** Adds the e-mail's language to a link to one of our pages, because the browser may prefer another language. */
function leadingIn(language: Language, part: Part): Part {
  if (typeof part === "string" || !("link" in part) || part.isElsewhere) return part;
  const link = new URL(part.link);
  link.searchParams.set("lang", language);
  return { ...part, link: link.href };
}

/**
 * Returns Cloudflare's error code, such as `E_SENDER_NOT_VERIFIED`. The error's message is not used, because it may
 * contain an e-mail address.
 */
function codeOf(error: unknown): string {
  const { code, name } = error instanceof Error ? (error as Error & { code?: unknown }) : { code: null, name: "" };
  const said = typeof code === "string" ? code : name;
  return /^\w{1,60}$/.test(said) ? said : "unknown";
}
