import { LOCAL_MAILS } from "../local-api.ts";

/** The Workers that send mails: notices of connections, and outcomes of actions and orders. */
const SENDERS = ["frontdesk-account", "frontdesk-billing"];

/** The runtime's own pages of sent mails, one per Worker that sends any. */
export const OUTBOX_PAGES = SENDERS.map((worker) => `/cdn-cgi/local/explorer/email/sending?worker=${worker}`);

/** A mail that the local runtime has stored instead of sending it. */
export interface SentMail {
  /** `"Name" <address>`, like a header. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** RFC 3339. */
  sentAt: string;
}

interface Listed {
  messageId: string;
}

/**
 * Every mail that a system on this machine has sent since it was started, oldest first.
 * @throws if nothing answers at that origin, or another program does
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
