import type { SentMail } from "./read-outbox.ts";

/** Prints mails in full, the oldest first, and how many there are. */
export function printMails(mails: SentMail[]): void {
  for (const { from, to, subject, text, sentAt } of mails) {
    console.log(`${"─".repeat(72)}
From     ${from}
To       ${to.join(", ")}
Sent     ${sentAt}
Subject  ${subject}

${text}`);
  }
  console.log(`${mails.length} ${mails.length === 1 ? "mail" : "mails"} since the start, the newest last.`);
}
