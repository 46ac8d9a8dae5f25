import type { Installation } from "./actions/action.ts";
import { failedPage, type HttpAnswer } from "./api-endpoint.ts";
import type { Fault } from "./faults.ts";
import type { LateEffects } from "./late-effects.ts";

/** Where the work is done, and what is done late. */
interface Workplace {
  installation: Installation;
  late: LateEffects;
}

/** Does the work of a write whose answer goes wrong by itself: how that is answered, and with what of its own. */
export function workOf(
  planned: Fault | null,
  { installation, late }: Workplace,
  run: () => HttpAnswer,
): { fault: Fault | null; own: HttpAnswer | null } {
  if (planned?.kind !== "write") return { fault: planned, own: null };
  const { times, afterMs, answer } = planned;
  const work = () => {
    const own = times > 0 ? run() : failedPage();
    installation.isRace = true;
    for (let more = 1; more < times; more++) run();
    installation.isRace = false;
    return own;
  };
  const isOwn = answer === null || ["cut", "stalled", "slow"].includes(answer.kind);
  if (afterMs === 0) {
    const own = work();
    return { fault: answer, own: isOwn ? own : null };
  }
  late.add(afterMs, work);
  return { fault: answer, own: isOwn ? failedPage() : null };
}
