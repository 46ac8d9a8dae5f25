import { LOCAL_MAILS } from "../local-api.ts";

/** Returns the path of the runtime's own page with the e-mails that a Worker has sent. */
export function outboxPage(worker: string): string {
  return `/cdn-cgi/local/explorer/email/sending?worker=${worker}`;
}

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
