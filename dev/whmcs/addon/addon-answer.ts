import { REFUSALS } from "./addon-lists.ts";

/** What the addon's endpoint answers, before it is written. */
export interface AddonAnswer {
  status: number;
  body: Record<string, unknown>;
}

export function succeeded(members: Record<string, unknown>): AddonAnswer {
  return { status: 200, body: { result: "success", ...members } };
}

/** Ends a call before anything is done, with a code of the addon's own list. */
export class AddonRefusal extends Error {
  override name = "AddonRefusal";

  get answer(): AddonAnswer {
    const { STATUSES, MESSAGES } = REFUSALS;
    const body = { result: "error", error: this.message, message: MESSAGES[this.message] };
    return { status: STATUSES[this.message] ?? 500, body };
  }
}
