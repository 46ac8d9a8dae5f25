/** A Worker that the runtime's inspector lists. */
export interface Inspected {
  id: string;
  webSocketDebuggerUrl: string;
}

/** The part of a V8 processor profile that the benchmark uses. Times are in microseconds. */
export interface Profile {
  nodes: { id: number; callFrame: { functionName: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** The inspector of one Worker, over the DevTools protocol. */
export class Inspector {
  readonly worker: string;
  readonly #socket: WebSocket;
  readonly #awaited = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(worker: string, socket: WebSocket) {
    this.worker = worker;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data));
      this.#awaited.get(id)?.(result);
    });
  }

  static async open({ id, webSocketDebuggerUrl }: Inspected): Promise<Inspector> {
    const socket = new WebSocket(webSocketDebuggerUrl);
    const opened = Promise.withResolvers<unknown>();
    socket.addEventListener("open", opened.resolve);
    socket.addEventListener("error", opened.reject);
    await opened.promise;
    return new Inspector(id.slice(id.lastIndexOf(":") + 1), socket);
  }

  /**
   * Starts a profile.
   * @param interval time between two samples, in microseconds
   */
  async start(interval: number): Promise<void> {
    await this.#send("Profiler.enable");
    await this.#send("Profiler.setSamplingInterval", { interval });
    await this.#send("Profiler.start");
  }

  async stop(): Promise<Profile> {
    return ((await this.#send("Profiler.stop")) as { profile: Profile }).profile;
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const id = ++this.#last;
    this.#awaited.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }
}
