import { DurableObject } from "cloudflare:workers";
import { askSource } from "../shared/availability/ask-source.ts";
import { type Pause, Politeness } from "../shared/availability/politeness.ts";
import type { RegistryPort, RegistryQuestion, RegistryReply } from "../shared/availability/registry.ts";
import { type Verdict, verdict } from "../shared/availability/verdict.ts";

const MOST_REMEMBERED = 1_000;
/** Nobody waits longer for a turn. */
const LONGEST_WAIT_MS = 2_000;
/** With less time left a host is not asked: it would be called silent for our own delay. */
const LEAST_TIME_MS = 500;
const PAUSE = "pause";

/**
 * One registry host. Equal questions are one question, however many ask it and whoever of them goes away, but for those
 * that nothing older may answer; the host is asked at its rate, and left alone when it refuses.
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
    if (running && question.maxAgeMs > 0) return running;
    const asking = this.#askInTurn(question);
    this.#inFlight.set(key, asking);
    try {
      const reply = await asking;
      // A name that was forgotten meanwhile has lost its place: what was asked before that is not remembered.
      if (isDefinite(reply.verdict) && this.#inFlight.get(key) === asking) this.#remember(key, reply);
      return reply;
    } finally {
      if (this.#inFlight.get(key) === asking) this.#inFlight.delete(key);
    }
  }

  async forget(name: string): Promise<void> {
    for (const known of [this.#remembered, this.#inFlight]) {
      for (const key of known.keys()) if (key.endsWith(` ${name}`)) known.delete(key);
    }
  }

  async #askInTurn(question: RegistryQuestion): Promise<RegistryReply> {
    const until = Date.now() + question.deadlineMs;
    const politeness = this.#politenessFor(question);
    const refusal = await this.#waitForTurn(politeness, question);
    if (refusal) return { verdict: refusal, at: Date.now() };
    if (until - Date.now() < LEAST_TIME_MS) {
      politeness.returned();
      return { verdict: verdict("unknown", "budget"), at: Date.now() };
    }

    const { verdict: found, retryAfterMs } = await askSource({ ...question, deadlineMs: until - Date.now() });
    const at = Date.now();
    const before = politeness.pause;
    politeness.ended(found, at, retryAfterMs);
    if (politeness.pause !== before) this.#store(politeness.pause);
    return { verdict: found, at };
  }

  /** Null when the turn has come; else why the host is not asked. */
  async #waitForTurn(politeness: Politeness, { deadlineMs, probes }: RegistryQuestion): Promise<Verdict | null> {
    const until = Date.now() + Math.min(LONGEST_WAIT_MS, deadlineMs);
    for (;;) {
      const turn = politeness.turn(Date.now(), probes);
      if (turn.kind === "now") return null;
      if (turn.kind === "closed") return verdict("unknown", turn.reason);
      if (Date.now() + turn.inMs > until) return verdict("unknown", "budget");
      await new Promise((resolve) => setTimeout(resolve, turn.inMs));
    }
  }

  #politenessFor({ source }: RegistryQuestion): Politeness {
    this.#politeness ??= new Politeness(source.rate, Date.now(), this.ctx.storage.kv.get<Pause>(PAUSE) ?? null);
    this.#politeness.rate = source.rate;
    return this.#politeness;
  }

  #store(pause: Pause | null): void {
    if (pause) this.ctx.storage.kv.put(PAUSE, pause);
    else this.ctx.storage.kv.delete(PAUSE);
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

function keyOf({ source, name }: RegistryQuestion): string {
  return `${source.kind} ${name}`;
}

function isDefinite({ status }: Verdict): boolean {
  return status === "available" || status === "taken" || status === "reserved" || status === "invalid";
}
