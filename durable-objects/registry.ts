import { DurableObject } from "cloudflare:workers";
import { askSource } from "../shared/availability/ask-source.ts";
import { Politeness } from "../shared/availability/politeness.ts";
import type { RegistryPort, RegistryQuestion, RegistryReply } from "../shared/availability/registry.ts";
import { type Verdict, verdict } from "../shared/availability/verdict.ts";

const MOST_REMEMBERED = 1_000;
/** Nobody waits longer for a turn. */
const LONGEST_WAIT_MS = 2_000;
const CLOSED_UNTIL = "closedUntil";

/**
 * One registry host. Equal questions are one question, however many ask it and whoever of them goes away; the host is
 * asked at its rate, and left alone when it refuses.
 */
export class Registry extends DurableObject implements RegistryPort {
  readonly #inFlight = new Map<string, Promise<RegistryReply>>();
  readonly #remembered = new Map<string, RegistryReply>();
  #politeness: Politeness | undefined;

  async ask(question: RegistryQuestion): Promise<RegistryReply> {
    const key = keyOf(question);
    const remembered = this.#remembered.get(key);
    if (remembered && Date.now() - remembered.at < question.maxAgeMs) return remembered;

    const running = this.#inFlight.get(key);
    if (running) return running;
    const asking = this.#askInTurn(question).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, asking);
    const reply = await asking;
    if (isDefinite(reply.verdict)) this.#remember(key, reply);
    return reply;
  }

  async forget(name: string): Promise<void> {
    for (const key of this.#remembered.keys()) if (key.endsWith(` ${name}`)) this.#remembered.delete(key);
  }

  async #askInTurn(question: RegistryQuestion): Promise<RegistryReply> {
    const until = Date.now() + question.deadlineMs;
    const politeness = this.#politenessFor(question);
    const refusal = await this.#waitForTurn(politeness, Math.min(LONGEST_WAIT_MS, question.deadlineMs));
    if (refusal) return { verdict: refusal, at: Date.now() };

    const { verdict: found, retryAfterMs } = await askSource({ ...question, deadlineMs: until - Date.now() });
    const at = Date.now();
    politeness.ended(found, at, retryAfterMs);
    if (politeness.closedUntil > at) this.ctx.storage.kv.put(CLOSED_UNTIL, politeness.closedUntil);
    return { verdict: found, at };
  }

  /** Null when the turn has come; else why the host is not asked. */
  async #waitForTurn(politeness: Politeness, longestMs: number): Promise<Verdict | null> {
    const until = Date.now() + longestMs;
    for (;;) {
      const turn = politeness.turn(Date.now());
      if (turn.kind === "now") return null;
      if (turn.kind === "closed") return verdict("unknown", turn.reason);
      if (Date.now() + turn.inMs > until) return verdict("unknown", "budget");
      await new Promise((resolve) => setTimeout(resolve, turn.inMs));
    }
  }

  #politenessFor({ source }: RegistryQuestion): Politeness {
    this.#politeness ??= new Politeness(source.rate, Date.now(), this.ctx.storage.kv.get<number>(CLOSED_UNTIL));
    return this.#politeness;
  }

  #remember(key: string, reply: RegistryReply): void {
    this.#remembered.delete(key);
    this.#remembered.set(key, reply);
    if (this.#remembered.size > MOST_REMEMBERED) {
      const oldest = this.#remembered.keys().next().value;
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
  }
}

function keyOf({ source, instead, name }: RegistryQuestion): string {
  return `${source.kind} ${instead ? "sandbox" : "live"} ${name}`;
}

function isDefinite({ status }: Verdict): boolean {
  return status === "available" || status === "taken" || status === "reserved" || status === "invalid";
}
