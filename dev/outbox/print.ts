import process from "node:process";
import { readOutbox } from "./read-outbox.ts";

const origin = `http://localhost:${process.env.PORT ?? "8787"}`;
const mails = await readOutbox(origin).catch(() => {
  console.error(`No demonstration answers on ${origin}. Begin it with npm start (PORT=… for another port).`);
  process.exit(1);
});

for (const { from, to, subject, text, sentAt } of mails) {
  console.log(`${"─".repeat(72)}
From     ${from}
To       ${to.join(", ")}
Sent     ${sentAt}
Subject  ${subject}

${text}`);
}
console.log(`${mails.length} ${mails.length === 1 ? "mail" : "mails"} since the start, the newest last.`);
