import { type Reason, type Verdict, verdict } from "../../shared/domain-names/verdict.ts";
import { keepNewest } from "../../shared/platform/keep-newest.ts";
import { log } from "../../shared/platform/log.ts";
import type { Pause } from "./circuit-breaker.ts";
import { HostThrottle, type Permit } from "./host-throttle.ts";
import { QuestionQueue } from "./question-queue.ts";
import type { HostReport, RegistryHealthPort, RegistryPort, RegistryQuestion, RegistryReply } from "./registry-port.ts";

const MAX_CACHED = 1_000;
/**
 * The time that a query needs, in milliseconds. A question leaves the queue unanswered when less time is left. A
 * timeout after a shorter deadline is no evidence against the host.
 */
const FULL_TIME_MS = 2_000;
/** The default delay before a retry may help, in milliseconds. */
const RETRY_AFTER_MS = 30_000;
/** How long the refusal of a domain is cached, in milliseconds. */
const REFUSED_NAME_MS = 300_000;
const NO_REGISTRAR_MS = 60_000;
const REPORT_AGAIN_MS = 5_000;
const PAUSE = "pause";
const DAY = "day";
/** The storage key for the end of the operator's pause. */
const OPERATOR_PAUSE = "operator_pause";

/** The dependencies of a registry host's object. */
export interface RegistryDependencies {
  /**
   * Queries the source of a question, or the registrar. Never throws.
   * @returns `null` if there is no registrar
   */
  askSource(question: RegistryQuestion): Promise<Verdict | null>;
  /** Returns the object that collects the health of hosts. The sandbox has a separate one. */
  healthOf(profile: "live" | "sandbox"): Pick<RegistryHealthPort, "report">;
}

/** The storage for state that must survive the object's eviction. */
export type RegistryStore = Pick<SyncKvStorage, "get" | "put" | "delete">;

/**
 * The logic of a registry host's object, without the Workers runtime. The object and the simulation of many callers use
 * it.
 */
export class RegistryHost implements RegistryPort {
  readonly #dependencies: RegistryDependencies;
  readonly #store: RegistryStore;
  readonly #waitUntil: (work: Promise<unknown>) => void;
  readonly #inFlight = new Map<string, Promise<RegistryReply>>();
  readonly #cache = new Map<string, RegistryReply>();
  readonly #queue = new QuestionQueue();
  #throttle: HostThrottle | undefined;
  #noRegistrarUntil = 0;
  #reported: HostReport | undefined;

  /** @param waitUntil keeps the object running until the work has ended; callers do not wait for the work */
  constructor(store: RegistryStore, waitUntil: (work: Promise<unknown>) => void, dependencies: RegistryDependencies) {
    this.#store = store;
    this.#waitUntil = waitUntil;
    this.#dependencies = dependencies;
  }

  async ask(question: RegistryQuestion): Promise<RegistryReply> {
    const key = `${question.source.kind} ${question.name}`;
    const remembered = this.#cache.get(key);
    if (remembered && Date.now() - remembered.at < ageFor(question, remembered)) return withRemainingWait(remembered);

    // An anonymous caller's question may wait a long time, so a signed-in caller does not share it.
    const running = `${question.caller} ${key}`;
    const asking = this.#inFlight.get(running);
    if (asking && question.maxAgeMs > 0) return asking;
    const started = this.#askQueued(question);
    this.#inFlight.set(running, started);
    try {
      const reply = await started;
      // If `forget` removed the question since then, the reply may be older than the change and must not be cached.
      if (isCacheable(reply) && this.#inFlight.get(running) === started)
        keepNewest(this.#cache, key, reply, MAX_CACHED);
      return reply;
    } finally {
      if (this.#inFlight.get(running) === started) this.#inFlight.delete(running);
    }
  }

  async forget(name: string): Promise<void> {
    for (const known of [this.#cache, this.#inFlight]) {
      for (const key of known.keys()) if (key.endsWith(` ${name}`)) known.delete(key);
    }
  }

  async pause(until: number | null): Promise<void> {
    if (until === null) {
      for (const key of [OPERATOR_PAUSE, PAUSE]) this.#store.delete(key);
      // The next call creates the throttle from storage, with a closed circuit.
      this.#throttle = undefined;
    } else this.#store.put(OPERATOR_PAUSE, until);
  }

  async #askQueued(question: RegistryQuestion): Promise<RegistryReply> {
    if (question.source.kind === "registrar" && Date.now() < this.#noRegistrarUntil)
      return unasked(question, "no_public_source", null);
    const pausedForMs = this.#operatorPausesForMs();
    if (pausedForMs > 0) return unasked(question, "unreachable", pausedForMs);
    const until = Date.now() + question.deadlineMs;
    const throttle = this.#throttleFor(question);
    const acquired = await this.#queue.acquire(throttle, question.caller, until - FULL_TIME_MS);
    if ("inMs" in acquired) return unasked(question, acquired.reason, acquired.inMs);
    if (throttle.hasDailyRate) this.#store.put(DAY, throttle.day);

    const deadlineMs = until - Date.now();
    const found = await this.#dependencies.askSource({ ...question, deadlineMs });
    const at = Date.now();
    if (!found) {
      this.#noRegistrarUntil = at + NO_REGISTRAR_MS;
      throttle.release(acquired, at);
      this.#queue.next();
      return unasked(question, "no_public_source", null);
    }
    this.#completed(question, throttle, acquired, found, deadlineMs, at);
    const retryAfterMs = this.#retryAfter(question, throttle, found, at);
    return { verdict: found, source: question.source.kind, at, asked: true, retryAfterMs };
  }

  /** Returns the remaining time of the operator's pause, in milliseconds. Deletes an expired pause. */
  #operatorPausesForMs(): number {
    const until = this.#store.get<number>(OPERATOR_PAUSE);
    if (until === undefined) return 0;
    const leftMs = until - Date.now();
    if (leftMs <= 0) this.#store.delete(OPERATOR_PAUSE);
    return leftMs;
  }

  #completed(
    question: RegistryQuestion,
    throttle: HostThrottle,
    permit: Permit,
    found: Verdict,
    deadlineMs: number,
    at: number,
  ): void {
    const before = throttle.pause;
    const hadShortDeadline = found.reason === "timeout" && deadlineMs < FULL_TIME_MS;
    throttle.completed(permit, question.name, hadShortDeadline ? null : found, at);
    const { pause } = throttle;
    if (pause && pause !== before) this.#store.put(PAUSE, pause);
    else if (before && !pause) this.#store.delete(PAUSE);
    this.#queue.next();
    if (!hadShortDeadline && question.source.kind !== "registrar") this.#report(question, found, pause, at);
  }

  #retryAfter({ caller }: RegistryQuestion, throttle: HostThrottle, { status, reason }: Verdict, at: number) {
    if (status !== "unknown" && status !== "throttled") return null;
    const { inMs } = throttle.waitFor(caller, this.#queue.lengthOf(caller), at);
    if (reason === "refused") return Math.max(inMs, REFUSED_NAME_MS);
    return status === "throttled" && inMs > 0 ? inMs : Math.max(inMs, RETRY_AFTER_MS);
  }

  /** Reports a lasting failure repeatedly, but a success only once. */
  #report(
    { source, endpointOverride, requestId }: RegistryQuestion,
    found: Verdict,
    pause: Pause | null,
    at: number,
  ): void {
    const failure = isFailure(found) ? found.reason : null;
    const report = { at, failure, openUntil: pause && pause.until > at ? pause.until : null };
    const last = this.#reported;
    const isNews = last?.failure !== failure || last.openUntil !== report.openUntil;
    if (!isNews && (!failure || at - last.at < REPORT_AGAIN_MS)) return;
    this.#reported = report;
    const health = this.#dependencies.healthOf(endpointOverride ? "sandbox" : "live");
    this.#waitUntil(
      health.report(`${source.host}:${source.port}`, report).catch((cause) => {
        this.#reported = undefined;
        log("registry_health_not_reported", { request_id: requestId, host: source.host, cause });
      }),
    );
  }

  #throttleFor({ source }: RegistryQuestion): HostThrottle {
    const { rate } = source;
    this.#throttle ??= new HostThrottle(rate, Date.now(), this.#store.get(PAUSE), this.#store.get(DAY));
    this.#throttle.rate = rate;
    return this.#throttle;
  }
}

/**
 * Returns how long to cache a reply, in milliseconds. The refusal of a domain is cached for longer, because a retry
 * would only pause the host again. If the question accepts no cached reply, the result is 0.
 */
function ageFor({ maxAgeMs }: RegistryQuestion, { verdict: { reason } }: RegistryReply): number {
  return maxAgeMs > 0 && reason === "refused" ? REFUSED_NAME_MS : maxAgeMs;
}

/** Returns whether to cache a reply. A reply that was given without a query contains no facts about the domain. */
function isCacheable({ asked, verdict: { status, reason } }: RegistryReply): boolean {
  return asked && (reason === "refused" || (status !== "unknown" && status !== "throttled"));
}

function withRemainingWait(reply: RegistryReply): RegistryReply {
  const { at, retryAfterMs } = reply;
  return { ...reply, retryAfterMs: retryAfterMs === null ? null : Math.max(0, retryAfterMs - (Date.now() - at)) };
}

/** Returns whether a verdict is a failure. "Nothing found" is not a failure, even if another source must confirm it. */
function isFailure({ status, reason }: Verdict): boolean {
  return status === "throttled" || (status === "unknown" && reason !== "no_registration_found");
}

/** Returns a reply that was given without a query. */
function unasked({ source }: RegistryQuestion, reason: Reason, retryAfterMs: number | null): RegistryReply {
  return { verdict: verdict("unknown", reason), source: source.kind, at: Date.now(), asked: false, retryAfterMs };
}
