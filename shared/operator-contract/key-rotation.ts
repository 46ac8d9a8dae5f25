import type { ServiceKeyPort } from "../platform/service-key.ts";
import type { ActResult } from "./answers.ts";
import { shownInstant } from "./shown-rows.ts";

/**
 * Rotates a key and returns the schedule of the rotation.
 * @param ends the effect of the rotation on values that an earlier key signed, as a sentence
 * @param commit `false` to describe the effect of a rotation without changing anything
 * @param now epoch milliseconds
 */
export async function rotateKey(
  key: Pick<ServiceKeyPort, "keys" | "rotate">,
  ends: string,
  commit: boolean,
  now: number,
): Promise<ActResult> {
  if (!commit) {
    const { rotated } = await key.keys();
    if (!rotated)
      return {
        isDone: true,
        text: "This is the first rotation: nothing becomes invalid. The original key still verifies.",
      };
    if (now >= rotated.signsFrom)
      return {
        isDone: true,
        text: `This key was rotated before, and the new key signs since ${shownInstant(rotated.signsFrom)}. Another rotation invalidates everything signed until then: ${ends}`,
      };
  }
  const signsFrom = commit ? await key.rotate(now) : null;
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
