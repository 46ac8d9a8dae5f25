import { WorkerEntrypoint } from "cloudflare:workers";
import type { Agreement, End } from "../../../../durable-objects/connection/connection-port.ts";
import type { CustomerBilling } from "../../../../shared/billing-contract/customer.ts";
import { Mailer, type MailTransport } from "../../../../shared/mail/mailer.ts";
import { mailNotices } from "../../../../workers/account/mail/notices.ts";

export interface NoticeCall {
  notice: "connectionMade" | "connectionEnded" | "connectionMarked" | "tokenEnding";
  agreement: Agreement;
  end?: End;
  /** How many attempts the binding refuses, or `hangs`. */
  refusals?: number;
  brand?: string;
}

interface DoorEnv {
  EMAIL: SendEmail;
  BILLING: CustomerBilling;
  MAIL_FROM: string;
}

/** Gives notices through the real binding, or one that refuses first; answers how often it was asked to send. */
export default class MailDoor extends WorkerEntrypoint<DoorEnv> {
  override async fetch(request: Request) {
    const { notice, agreement, end, refusals = 0, brand = "Maple Hosting" } = (await request.json()) as NoticeCall;
    let attempts = 0;
    const transport: MailTransport = {
      send: async (message) => {
        attempts++;
        if (attempts <= refusals) {
          throw Object.assign(new Error(`no mail to ${message.to}`), { code: "E_SENDER_NOT_VERIFIED" });
        }
        return this.env.EMAIL.send(message);
      },
    };
    const mailer = new Mailer(transport, { MAIL_FROM: this.env.MAIL_FROM, BRAND_NAME: brand });
    const notices = mailNotices(this.env.BILLING, mailer);
    if (notice === "connectionEnded" && end) await notices.connectionEnded(agreement, end);
    if (notice === "connectionMade") await notices.connectionMade(agreement);
    if (notice === "connectionMarked") await notices.connectionMarked(agreement, "2026-11-21T00:00:00.000Z");
    if (notice === "tokenEnding") await notices.tokenEnding(agreement);
    return Response.json({ attempts });
  }
}
