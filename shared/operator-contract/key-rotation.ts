import type { ServiceKeyPort } from "../platform/service-key.ts";
import type { ActResult } from "./answers.ts";
import { shownInstant } from "./shown-rows.ts";

/** Rotates a key, and says what happens when. @param now epoch milliseconds */
export async function rotateKey(key: Pick<ServiceKeyPort, "rotate">, now: number): Promise<ActResult> {
  const signsFrom = await key.rotate(now);
  return signsFrom === null
    ? {
        isDone: false,
        text: "The newest key does not sign yet: wait ten minutes after a rotation. Nothing was changed.",
      }
    : {
        isDone: true,
        text: `The new key signs from ${shownInstant(signsFrom)}. Until the next rotation the earlier key verifies.`,
      };
}
