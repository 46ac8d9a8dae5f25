import { DurableObject } from "cloudflare:workers";
import type { HostReport, RegistryHealthPort } from "./registry-port.ts";

const FAILING_FOR_MS = 600_000;
const HOST = "host ";

/** The last report of every registry host; only failures are stored. */
export class RegistryHealth extends DurableObject implements RegistryHealthPort {
  readonly #reports = new Map<string, HostReport>(
    [...this.ctx.storage.kv.list<HostReport>({ prefix: HOST })].map(([key, report]) => [
      key.slice(HOST.length),
      report,
    ]),
  );

  async report(host: string, report: HostReport): Promise<void> {
    const known = this.#reports.get(host);
    if (known && known.at > report.at) return;
    this.#reports.set(host, report);
    if (report.failed) this.ctx.storage.kv.put(HOST + host, report);
    else if (known?.failed) this.ctx.storage.kv.delete(HOST + host);
  }

  async failing(): Promise<string[]> {
    const now = Date.now();
    for (const [host, report] of this.#reports) {
      if (report.failed && !isFailing(report, now)) {
        this.#reports.delete(host);
        this.ctx.storage.kv.delete(HOST + host);
      }
    }
    return [...this.#reports].filter(([, report]) => isFailing(report, now)).map(([host]) => host);
  }
}

function isFailing({ at, failed, closedUntil }: HostReport, now: number): boolean {
  return failed && (now - at < FAILING_FOR_MS || (closedUntil !== null && closedUntil > now));
}
