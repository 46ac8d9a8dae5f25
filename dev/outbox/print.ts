import process from "node:process";
import { defineCommand } from "../../scripts/command-line.ts";
import { addressOf, findSystem } from "../running-system.ts";
import { openMails } from "./open.ts";
import { readOutbox, type SentMail } from "./read-outbox.ts";

export const command = defineCommand({
  options: { open: { type: "boolean", about: "shows them in a browser, as their recipients see them" } },
  notes: "PORT=… names a demonstration with stores elsewhere.",
  async run({ options }) {
    const port = process.env.PORT || (await findSystem().catch(() => null))?.port;
    if (!port)
      throw new Error("No demonstration is running. Start it with npm start (PORT=… for one with stores elsewhere).");
    const origin = addressOf({ port: Number(port) });
    const mails = await readOutbox(origin).catch((cause) => {
      throw new Error(`No demonstration answers on ${origin}. Start it with npm start.`, { cause });
    });
    if (options.open) openMails(mails);
    else printMails(mails);
  },
});

/** Prints all e-mails in full, oldest first, and their number. */
function printMails(mails: SentMail[]): void {
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
