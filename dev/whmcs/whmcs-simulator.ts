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
/** The maximum number of stored calls. */
const MAX_CALLS = 10_000;

export interface WhmcsSimulatorOptions {
  profile?: Profile;
  /** The time zone of the server's clock. */
  timeZone?: string;
  now?: () => number;
  /** The exact address to which customers are redirected after a sign-in. */
  returnTo?: string;
  /** A folder in which it is also served, such as `/billing`. */
  folder?: string;
  state?: WhmcsState;
}

/** A WHMCS installation on loopback: the addon's endpoint, and pages for browsers. */
export class WhmcsSimulator {
  readonly state: WhmcsState;
  readonly faults = new Faults();
  readonly installation: Installation;
  readonly addon: AddonBridge;
  /** Actions there without the API. */
  readonly control: Control;
  /** Work that continues after the answers to its calls. */
  readonly late: LateEffects;
  readonly #server: Server;
  readonly #clientArea: ClientArea;
  readonly #spelling: Spelling;
  readonly #folder: string;
  /** The delay before every answer to a program, in milliseconds. */
  latencyMs = 0;
  /** Called before a call is answered, to change something meanwhile. */
  meanwhile: (call: ReceivedCall) => void = () => {};
  /** Called when a call has arrived, before its faults are taken: an action of the API or of the addon's `act`, or another of its calls. */
  beforehand: (call: ReceivedCall) => void = () => {};
  /** Called after each execution of a call, and after it was answered or its connection is gone. */
  afterwards: (call: ReceivedCall, did: "worked" | "answered") => void = () => {};
  /** The addon's calls of WHMCS: the latest, oldest first. */
  readonly calls: ReceivedCall[] = [];
  /** The number of running calls of the addon, and its maximum so far. */
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

  /** Without a final slash. */
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

  /** The answer of WHMCS's own API to an action, in the profile's spelling. */
  ask(action: string, parameters: Parameters = {}): Record<string, unknown> {
    return runAction({ installation: this.installation, spelling: this.#spelling }, { action, parameters });
  }

  /** Handles a signed call of the addon. Its inner calls have the planned faults of their actions, and its own answer has the outer ones. */
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
