import { DurableObject } from "cloudflare:workers";
import type { HostReport, HostTrouble, RegistryHealthPort } from "./registry-port.ts";

const FAILING_FOR_MS = 600_000;
const HOST = "host ";
const PAUSED = "paused ";

/**
 * The last report of every registry host, and the operator's pauses. Of the reports, only failures are written to
 * storage.
 */
export class RegistryHealth extends DurableObject implements RegistryHealthPort {
  readonly #reports = this.#stored<HostReport>(HOST);
  readonly #pausedUntil = this.#stored<number>(PAUSED);

  async report(host: string, report: HostReport): Promise<void> {
    const known = this.#reports.get(host);
    if (known && known.at > report.at) return;
    this.#reports.set(host, report);
    if (report.failure) this.ctx.storage.kv.put(HOST + host, report);
    else if (known?.failure) this.ctx.storage.kv.delete(HOST + host);
  }

  async troubles(): Promise<HostTrouble[]> {
    const now = Date.now();
    for (const [host, until] of this.#pausedUntil) if (until <= now) this.#forgetPause(host);
    for (const [host, report] of this.#reports) {
      if (report.failure && !isFailing(report, now)) this.#forgetReport(host);
    }
    const failing = [...this.#reports].filter(([host, { failure }]) => failure && !this.#pausedUntil.has(host));
    return [
      ...failing.map(([host, { at, failure, openUntil }]) => ({
        ...{ host, failedAt: at, failure, openUntil, pausedUntil: null },
      })),
      ...[...this.#pausedUntil].map(([host, pausedUntil]) => ({
        ...{ host, failedAt: null, failure: null, openUntil: null, pausedUntil },
      })),
    ];
  }

  async pause(host: string, until: number | null): Promise<void> {
    this.#forgetReport(host);
    if (until === null) return this.#forgetPause(host);
    this.#pausedUntil.set(host, until);
    this.ctx.storage.kv.put(PAUSED + host, until);
  }

  #stored<Value>(prefix: string): Map<string, Value> {
    const stored = [...this.ctx.storage.kv.list<Value>({ prefix })];
    return new Map(stored.map(([key, value]) => [key.slice(prefix.length), value]));
  }

  #forgetReport(host: string): void {
    this.#reports.delete(host);
    this.ctx.storage.kv.delete(HOST + host);
  }

  #forgetPause(host: string): void {
    this.#pausedUntil.delete(host);
    this.ctx.storage.kv.delete(PAUSED + host);
  }
}

/** Returns whether a failure is recent or its circuit breaker is still open. */
function isFailing({ at, openUntil }: HostReport, now: number): boolean {
  return now - at < FAILING_FOR_MS || (openUntil !== null && openUntil > now);
}
