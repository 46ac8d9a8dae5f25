import type { BillingMails, Notice, NoticeRecipient } from "../../../../workers/billing/engine/mails/sent-mails.ts";
import { CODE_MARK } from "./registry.ts";

/** A mail with a transfer code, as it was taken. */
export interface CodeMail {
  to: string;
  domain: string;
  code: string;
  /** YYYY-MM-DD */
  day: string;
}

/** How mails go. `lost`: taken, and answered with an error. */
export type MailMode = "up" | "fails" | "lost";

interface Dependencies {
  today: () => string;
  point: () => Promise<void>;
  codeTaken: (mail: CodeMail) => void;
  leaked: (text: string) => void;
}

/** The mail sender, which sees to it that an auth code stands in no mail but its own. */
export class Mails implements BillingMails {
  readonly isOn = true;
  mode: MailMode = "up";
  readonly codes: CodeMail[] = [];
  notified = 0;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  transferCode({ email }: NoticeRecipient, { domain, code }: { domain: string; code: string }): Promise<void> {
    return this.#send(() => {
      const mail = { to: email, domain, code, day: this.#dependencies.today() };
      this.codes.push(mail);
      this.#dependencies.codeTaken(mail);
    });
  }

  notices(_to: NoticeRecipient, notices: [Notice, ...Notice[]]): Promise<void> {
    return this.#send(() => {
      const text = JSON.stringify(notices);
      if (text.includes(CODE_MARK)) this.#dependencies.leaked(text);
      this.notified += notices.length;
    });
  }

  async codesGuessed(): Promise<void> {
    throw new Error("nobody signs in");
  }

  async #send(take: () => void): Promise<void> {
    await this.#dependencies.point();
    if (this.mode === "fails") throw new Error("the mail was not taken");
    take();
    await this.#dependencies.point();
    if (this.mode === "lost") throw new Error("no answer of the mail sender");
  }
}
