import { performance } from "node:perf_hooks";
import type { ReceivedCall } from "./run-action.ts";

const MAX_CALLS = 10_000;

/** A request of a program, and when it was here, in milliseconds of the process's own clock. */
export interface ServedRequest {
  /** Of the API its action, otherwise the file of the path: `GetInvoices`, `token.php`. */
  name: string;
  from: number;
  /** Infinite while it is not answered. */
  to: number;
}

/** Calls that are being answered, and the most there were at once. */
export interface Load {
  running: number;
  most: number;
}

/** What programs have asked, for whoever looks on: the latest, oldest first. */
export class RequestLog {
  readonly calls: ReceivedCall[] = [];
  readonly served: ServedRequest[] = [];
  readonly load: Load = { running: 0, most: 0 };

  received(call: ReceivedCall): void {
    this.calls.push(call);
    if (this.calls.length > MAX_CALLS) this.calls.shift();
  }

  begin(name: string): ServedRequest {
    const served = { name, from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.served.push(served);
    if (this.served.length > MAX_CALLS) this.served.shift();
    return served;
  }

  enter(): void {
    this.load.running++;
    this.load.most = Math.max(this.load.most, this.load.running);
  }

  leave(): void {
    this.load.running--;
  }
}
