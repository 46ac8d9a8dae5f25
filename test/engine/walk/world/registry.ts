import type { Registrar, RegistrarResult } from "../../../../workers/billing/engine/registrar/registrar.ts";
import { MemoryRegistrar } from "../../support/acting.ts";
import { yearsAfter } from "../model/calendar.ts";

/** The registrar's modes. In the mode `loses`, it executes orders, but its responses are lost. */
export const MODES = ["up", "down", "refuses", "loses", "flaky"] as const;
const ORDERS: string[] = ["register", "renew", "beginTransfer"] satisfies (keyof Registrar)[];

interface RegistryDependencies {
  today: () => string;
  point: () => Promise<void>;
  chance: (share: number) => boolean;
}

/**
 * The registrar of the engine's tests, with failure modes. Other tasks may run between a call's start, its effect and
 * its end.
 */
export class Registry extends MemoryRegistrar {
  mode: (typeof MODES)[number] = "up";
  /** Number of failures of each kind. */
  readonly seen = new Map<string, number>();
  readonly #dependencies: RegistryDependencies;

  constructor(dependencies: RegistryDependencies) {
    super();
    this.#dependencies = dependencies;
  }

  protected override async answer<Value>(call: string, work: () => Value): Promise<RegistrarResult<Value>> {
    const { point } = this.#dependencies;
    await point();
    this.#behave(call);
    const answer = await super.answer(call, work);
    await point();
    return answer;
  }

  /** Ends some pending transfers, most of them successfully. */
  passTime(): void {
    const { chance, today } = this.#dependencies;
    for (const [key, { state }] of this.transfers) {
      if (state !== "pending" || !chance(0.3)) continue;
      const [name = ""] = key.split(" ");
      const completed = () => this.hold(name, { expiresOn: yearsAfter(today(), 1) });
      const isDenied = chance(0.1);
      const denied = { state: "failed", reason: "The losing registrar has denied it." } as const;
      this.transfers.set(key, isDenied ? denied : { state: "completed", domain: completed() });
    }
  }

  #behave(name: string): void {
    const { chance, today } = this.#dependencies;
    const isFlaky = this.mode === "flaky";
    const isOrder = ORDERS.includes(name);
    const isDown = this.mode === "down" || (isFlaky && chance(0.3));
    const isLost = isOrder && (this.mode === "loses" || (isFlaky && chance(0.3)));
    const isRefused = isOrder && this.mode === "refuses";
    const behaviour = { available: !isDown, losesAnswers: isLost, refusal: isRefused ? "Not today." : null };
    Object.assign(this, behaviour, { today: today() });
    const what = isDown ? "down" : isRefused ? "refused" : isLost ? "lost" : null;
    if (what) this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}
