import process from "node:process";
import { findSystem, originOf } from "../running-system.ts";
import { printMails } from "./print-mails.ts";
import { readOutbox } from "./read-outbox.ts";

/** `npm run outbox` prints the mails of the running demonstration; `PORT=…` names one whose stores are elsewhere. */
const port = process.env.PORT || (await findSystem().catch(() => null))?.port;
if (!port) {
  console.error("No demonstration runs. Begin it with npm start (PORT=… for one whose stores are elsewhere).");
  process.exit(1);
}
const origin = originOf({ port: Number(port) });
const mails = await readOutbox(origin).catch(() => {
  console.error(`No demonstration answers on ${origin}. Begin it with npm start.`);
  process.exit(1);
});
printMails(mails);
