import { LOCAL_MAILS } from "../local-api.ts";

/**
 * The Workers that send e-mails with the embedded engine: notices about connections, and the outcomes of actions and
 * orders.
 */
const SENDERS = ["frontdesk-account", "frontdesk-billing"];

/** The runtime's own pages with sent e-mails, one for each of these Workers. */
export const OUTBOX_PAGES = SENDERS.map((worker) => `/cdn-cgi/local/explorer/email/sending?worker=${worker}`);

/** An e-mail that the local runtime has stored instead of sending it. */
export interface SentMail {
  /** The sender, as in a header: `"Name" <address>`. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Time at which the e-mail was sent, as an RFC 3339 timestamp. */
  sentAt: string;
}

interface Listed {
  messageId: string;
}

/**
 * Returns every e-mail that a system on this machine has sent since its start, oldest first.
 * @throws {Error} if nothing responds at that origin, or if another program does
 */
export async function readOutbox(origin: string): Promise<SentMail[]> {
  const listed: Listed[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask<Listed[]>(origin, { per_page: "100", ...(cursor ? { cursor } : {}) });
    listed.push(...page.result);
    cursor = page.result_info?.cursor;
  } while (cursor);
  const mails = listed.map(async ({ messageId }) => (await ask<SentMail>(origin, { email_id: messageId })).result);
  return (await Promise.all(mails)).reverse();
}

async function ask<Result>(origin: string, query: Record<string, string>) {
  const answer = await fetch(`${origin}${LOCAL_MAILS}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new Error(`no outbox at ${origin}: ${answer.status}`);
  return (await answer.json()) as { result: Result; result_info?: { cursor?: string } };
}
