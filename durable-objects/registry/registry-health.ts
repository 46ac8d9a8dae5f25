import { DurableObject } from "cloudflare:workers";
import type { FailingHost, HostReport, PausedHost, RegistryHealthPort } from "./registry-port.ts";

const FAILING_FOR_MS = 600_000;
const HOST = "host ";
const PAUSED = "paused ";

/** The last report of every registry host, and which its operator has paused; of reports only failures are stored. */
export class RegistryHealth extends DurableObject implements RegistryHealthPort {
  readonly #reports = new Map<string, HostReport>(
    [...this.ctx.storage.kv.list<StoredReport>({ prefix: HOST })].map(([key, { closedUntil, ...report }]) => [
      key.slice(HOST.length),
      { ...report, openUntil: closedUntil },
    ]),
  );

  readonly #pausedUntil = new Map<string, number>(
    [...this.ctx.storage.kv.list<number>({ prefix: PAUSED })].map(([key, until]) => [key.slice(PAUSED.length), until]),
  );

  async report(host: string, report: HostReport): Promise<void> {
    const known = this.#reports.get(host);
    if (known && known.at > report.at) return;
    this.#reports.set(host, report);
    if (report.failed) this.ctx.storage.kv.put(HOST + host, toStored(report));
    else if (known?.failed) this.ctx.storage.kv.delete(HOST + host);
  }

  async failing(): Promise<string[]> {
    return (await this.failures()).map(({ host }) => host);
  }

  async failures(): Promise<FailingHost[]> {
    const now = Date.now();
    for (const [host, report] of this.#reports) {
      if (report.failed && !isFailing(report, now)) {
        this.#reports.delete(host);
        this.ctx.storage.kv.delete(HOST + host);
      }
    }
    return [...this.#reports]
      .filter(([host, report]) => isFailing(report, now) && (this.#pausedUntil.get(host) ?? 0) <= now)
      .map(([host, { at, openUntil }]) => ({ host, at, openUntil }));
  }

  async pause(host: string, until: number | null): Promise<void> {
    const { kv } = this.ctx.storage;
    this.#reports.delete(host);
    kv.delete(HOST + host);
    if (until === null) {
      this.#pausedUntil.delete(host);
      kv.delete(PAUSED + host);
    } else {
      this.#pausedUntil.set(host, until);
      kv.put(PAUSED + host, until);
    }
  }

  async paused(): Promise<PausedHost[]> {
    const now = Date.now();
    for (const [host, until] of this.#pausedUntil) {
      if (until > now) continue;
      this.#pausedUntil.delete(host);
      this.ctx.storage.kv.delete(PAUSED + host);
    }
    return [...this.#pausedUntil].map(([host, until]) => ({ host, until }));
  }
}

/** A report as stored: `closedUntil` is the breaker's {@link HostReport.openUntil}. */
type StoredReport = Omit<HostReport, "openUntil"> & { closedUntil: number | null };

function toStored({ openUntil, ...report }: HostReport): StoredReport {
  return { ...report, closedUntil: openUntil };
}

function isFailing({ at, failed, openUntil }: HostReport, now: number): boolean {
  return failed && (now - at < FAILING_FOR_MS || (openUntil !== null && openUntil > now));
}
