import { vi } from "vitest";
import type { TestHarness } from "wrangler";
import { readOutbox, type SentMail } from "../../dev/outbox/read-outbox.ts";

/** The mails to one address, oldest first, once there are so many of them: they are sent after the answer is given. */
export async function mailsTo(system: TestHarness, address: string, atLeast = 1): Promise<SentMail[]> {
  const { url } = await system.listen();
  let mails: SentMail[] = [];
  await vi.waitUntil(
    async () => {
      mails = (await readOutbox(url.origin)).filter(({ to }) => to.includes(address));
      return mails.length >= atLeast;
    },
    { timeout: 10_000, interval: 100 },
  );
  return mails;
}
