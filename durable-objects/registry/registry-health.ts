import { DurableObject } from "cloudflare:workers";
import type { FailingHost, HostReport, RegistryHealthPort } from "./registry-port.ts";

const FAILING_FOR_MS = 600_000;
const HOST = "host ";

/** The last report of every registry host; only failures are stored. */
export class RegistryHealth extends DurableObject implements RegistryHealthPort {
  readonly #reports = new Map<string, HostReport>(
    [...this.ctx.storage.kv.list<StoredReport>({ prefix: HOST })].map(([key, { closedUntil, ...report }]) => [
      key.slice(HOST.length),
      { ...report, openUntil: closedUntil },
    ]),
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
      .filter(([, report]) => isFailing(report, now))
      .map(([host, { at, openUntil }]) => ({ host, at, openUntil }));
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
