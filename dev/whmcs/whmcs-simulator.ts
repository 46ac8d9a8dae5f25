import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bodyOf } from "../request-body.ts";
import { type Installation, NO_QUIRKS, type ReceivedCall } from "./actions/action.ts";
import { runAction } from "./actions/index.ts";
import { AddonBridge, BRIDGE_PATH } from "./addon/addon-bridge.ts";
import { bridgeCallIn, planBridgeCall } from "./addon/local-api.ts";
import { ClientArea } from "./client-area.ts";
import { Control } from "./control.ts";
import { Faults, LateEffects } from "./faults.ts";
import { failedPage, writeAnswer } from "./http-answer.ts";
import type { Parameters } from "./parameters.ts";
import { holdRegistered } from "./provisioning/fulfilment.ts";
import { Registrar } from "./provisioning/registrar.ts";
import { seededState } from "./seed.ts";
import { type Profile, Spelling } from "./spelling.ts";
import type { WhmcsState } from "./state.ts";

const LOOPBACK = "127.0.0.1";
const MAX_BODY_BYTES = 262_144;
/** Maximum number of stored calls. */
const MAX_CALLS = 10_000;

export interface WhmcsSimulatorOptions {
  profile?: Profile;
  /** The time zone of the server's clock, as an IANA name. */
  timeZone?: string;
  now?: () => number;
  /** The exact URL to which customers are redirected after a sign-in. */
  returnTo?: string;
  /** A folder under which the installation is also served, such as `/billing`. */
  folder?: string;
  state?: WhmcsState;
}

/** A WHMCS installation on loopback: the addon's endpoint, and pages for browsers. */
export class WhmcsSimulator {
  readonly state: WhmcsState;
  readonly faults = new Faults();
  readonly installation: Installation;
  readonly addon: AddonBridge;
  /** Changes in the installation that do not use the API. */
  readonly control: Control;
  /** Work that continues after the response to its call. */
  readonly late: LateEffects;
  readonly #server: Server;
  readonly #clientArea: ClientArea;
  readonly #spelling: Spelling;
  readonly #folder: string;
  /** Milliseconds before every response to a program. */
  latencyMs = 0;
  /** Runs before WHMCS handles a call of the addon. Tests use it to change something during a call. */
  meanwhile: (call: ReceivedCall) => void = () => {};
  /**
   * Runs when a call arrives, before its faults are taken. The call is an action of the API or of the addon's `act`, or
   * another call of the addon.
   */
  beforehand: (call: ReceivedCall) => void = () => {};
  /** Runs after each execution of a call, and again after its response was sent or its connection has closed. */
  afterwards: (call: ReceivedCall, did: "worked" | "answered") => void = () => {};
  /** The latest calls from the addon to WHMCS, oldest first. */
  readonly calls: ReceivedCall[] = [];
  /** The number of calls to the addon that are running, and its maximum so far. */
  readonly load = { running: 0, most: 0 };
  #url = "";

  private constructor({
    profile = "8.13",
    timeZone = "America/Toronto",
    now = () => Date.now(),
    folder = "",
    returnTo = "",
    state = seededState(new Date(now())),
  }: WhmcsSimulatorOptions) {
    this.state = state;
    this.#spelling = new Spelling(profile);
    this.#folder = folder;
    this.installation = {
      ...{ state, timeZone, now, adminId: 7, isRace: false, journal: [], registrar: new Registrar() },
      settings: { TaxEnabled: "on", TaxType: "Exclusive", Language: "english" },
      quirks: { ...NO_QUIRKS, renewsAtOwnAmount: profile === "hostile" },
    };
    holdRegistered(this.installation);
    this.addon = new AddonBridge(this.installation, returnTo);
    this.control = new Control(this.installation);
    this.late = new LateEffects(now);
    this.#clientArea = new ClientArea(this.installation, this.addon);
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: WhmcsSimulatorOptions = {}, port = 0): Promise<WhmcsSimulator> {
    const simulator = new WhmcsSimulator(options);
    simulator.#server.listen(port, LOOPBACK);
    await once(simulator.#server, "listening");
    simulator.#url = `http://${LOOPBACK}:${(simulator.#server.address() as AddressInfo).port}`;
    simulator.addon.facts.system_url = `${simulator.#url}/`;
    return simulator;
  }

  /** The URL without a trailing slash. */
  get url(): string {
    return this.#url;
  }

  async stop(): Promise<void> {
    this.late.clear();
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.#url);
    if (url.pathname.startsWith(`${this.#folder}/`)) url.pathname = url.pathname.slice(this.#folder.length);
    const body = await bodyOf(request, MAX_BODY_BYTES);
    if (url.pathname === BRIDGE_PATH && request.method === "POST") return this.#bridge(request, response, body);
    const { method = "GET", headers } = request;
    const answer = this.#clientArea.answer({ method, url, body, cookie: headers.cookie });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  /** Returns the result of an action of WHMCS's own API, in the profile's spelling. */
  ask(action: string, parameters: Parameters = {}): Record<string, unknown> {
    return runAction({ installation: this.installation, spelling: this.#spelling }, { action, parameters });
  }

  /**
   * Handles a signed call to the addon. Its inner calls have the planned faults of their actions, and its own response
   * has the outer faults.
   */
  async #bridge(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const parts = { installation: this.installation, spelling: this.#spelling, faults: this.faults };
    const header = request.headers["x-frontdesk"];
    const arrived = bridgeCallIn(body);
    this.beforehand(arrived);
    const { work, fault, afterMs } = planBridgeCall(parts, body, (call) => {
      if (this.calls.push(call) > MAX_CALLS) this.calls.shift();
      this.meanwhile(call);
    });
    this.late.runDue();
    const run = () => {
      const answered = work((api) => this.addon.answer(body, typeof header === "string" ? header : undefined, api));
      this.afterwards(arrived, "worked");
      return answered;
    };
    this.load.most = Math.max(this.load.most, ++this.load.running);
    try {
      if (afterMs > 0) this.late.add(afterMs, run);
      const own = afterMs > 0 ? failedPage() : run();
      await writeAnswer(response, own, { fault: fault(), latencyMs: this.latencyMs });
    } finally {
      this.load.running--;
      this.afterwards(arrived, "answered");
    }
  }
}
