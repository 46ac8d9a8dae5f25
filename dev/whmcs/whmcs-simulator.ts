import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { bodyOf } from "../request-body.ts";
import type { Installation } from "./actions/action.ts";
import { SECRETS } from "./actions/clients.ts";
import { AddonBridge, BRIDGE_PATH } from "./addon/addon-bridge.ts";
import { bridgeCallIn, formOf, planBridgeCall } from "./addon/local-api.ts";
import { ClientArea } from "./client-area.ts";
import { Control } from "./control.ts";
import { Faults, LateEffects } from "./faults.ts";
import { failedPage, writeAnswer } from "./http-answer.ts";
import { holdRegistered } from "./provisioning/fulfilment.ts";
import { Registrar } from "./provisioning/registrar.ts";
import { NO_QUIRKS } from "./quirks.ts";
import { type ReceivedCall, runAction } from "./run-action.ts";
import { seededState } from "./seed.ts";
import { type Profile, Spelling } from "./spelling.ts";
import type { WhmcsState } from "./state.ts";

const LOOPBACK = "127.0.0.1";
/** Whom the addon calls WHMCS's own API as. */
const ADMINISTRATOR = { id: 7, username: "frontdesk" };
/** Its own settings, as its customers and orders have them. */
const NAMESERVERS = ["ns1.maple.example", "ns2.maple.example"];
const TAXES = [
  { level: 1, taxrate: "5.00", name: "GST" },
  { level: 2, taxrate: "9.975", name: "QST" },
];
const MAX_BODY_BYTES = 262_144;
/** How many calls are kept to be looked at. */
const MAX_CALLS = 10_000;

export interface WhmcsSimulatorOptions {
  profile?: Profile;
  /** Of the server's clock. */
  timeZone?: string;
  now?: () => number;
  /** Where customers are sent back to after a sign-in, to the letter. */
  returnTo?: string;
  /** A folder that it is served in as well, such as `/billing`. */
  folder?: string;
  /** Before every answer to a program, in milliseconds. */
  latencyMs?: number;
  state?: WhmcsState;
}

/** A WHMCS installation on loopback: the addon's endpoint, and pages for browsers. */
export class WhmcsSimulator {
  readonly state: WhmcsState;
  readonly faults = new Faults();
  readonly installation: Installation;
  readonly addon: AddonBridge;
  /** What happens there without the API. */
  readonly control: Control;
  /** Work of calls that are answered. */
  readonly late: LateEffects;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #clientArea: ClientArea;
  readonly #spelling: Spelling;
  readonly #folder: string;
  latencyMs: number;
  /** Called before a call is answered: what happens meanwhile. */
  meanwhile: (call: ReceivedCall) => void = () => {};
  /** Called once a call has arrived, before its faults are taken: an action of the API or of the addon's `act`, or another of its calls. */
  beforehand: (call: ReceivedCall) => void = () => {};
  /** Called each time a call was worked on, and once it was answered or its connection is gone. */
  afterwards: (call: ReceivedCall, did: "worked" | "answered") => void = () => {};
  /** What the addon has called of WHMCS: the latest, oldest first. */
  readonly calls: ReceivedCall[] = [];
  /** Signed calls to the addon: the latest, oldest first. */
  readonly served: ReceivedCall[] = [];
  /** Calls of the addon that are being answered, and the most there were at once. */
  readonly load = { running: 0, most: 0 };
  #url = "";

  private constructor({
    profile = "8.13",
    timeZone = "America/Toronto",
    now = () => Date.now(),
    latencyMs = 0,
    folder = "",
    returnTo = "",
    state,
  }: WhmcsSimulatorOptions) {
    this.state = state ?? seededState(new Date(now()));
    this.#spelling = new Spelling(profile);
    this.#folder = folder;
    this.latencyMs = latencyMs;
    this.installation = {
      ...{ state: this.state, timeZone, now },
      adminId: ADMINISTRATOR.id,
      settings: { TaxEnabled: "on", TaxType: "Exclusive", Language: "english" },
      quirks: { ...NO_QUIRKS, renewsAtOwnAmount: profile === "hostile" },
      registrar: new Registrar(SECRETS.authCode),
      isRace: false,
      journal: [],
    };
    holdRegistered(this.installation);
    const settings = {
      version: 1,
      signedCalls: Number.POSITIVE_INFINITY,
      whmcs: "8.13.1",
      administrator: ADMINISTRATOR,
      hooks: true,
      orders: true,
    };
    const { installation } = this;
    const facts = {
      ...{ system_url: "", time_zone: timeZone, nameservers: NAMESERVERS, taxes: TAXES },
      get settings() {
        return installation.settings;
      },
    };
    this.addon = new AddonBridge(
      this.state,
      { key: randomBytes(24).toString("hex"), returnTo, ...settings },
      facts,
      now,
    );
    this.control = new Control(this.installation);
    this.late = new LateEffects(now);
    this.#clientArea = new ClientArea(this.installation, this.addon);
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
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
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
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

  /** What WHMCS's own API answers to an action, in the profile's spelling. */
  ask(action: string, parameters: Record<string, unknown> = {}): Record<string, unknown> {
    const parts = { installation: this.installation, spelling: this.#spelling };
    return runAction(parts, action, formOf(parameters));
  }

  /** A signed call of the addon: inside it calls meet the faults that are planned for their actions, and outside its own answer does. */
  async #bridge(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const parts = { installation: this.installation, spelling: this.#spelling, faults: this.faults };
    const header = request.headers["x-frontdesk"];
    const arrived = bridgeCallIn(body);
    keep(this.served, arrived);
    this.beforehand(arrived);
    const { work, fault, afterMs } = planBridgeCall(parts, body, (call) => {
      keep(this.calls, call);
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
      await writeAnswer(response, own, { fault, latencyMs: this.latencyMs });
    } finally {
      this.load.running--;
      this.afterwards(arrived, "answered");
    }
  }
}

function keep(calls: ReceivedCall[], call: ReceivedCall): void {
  calls.push(call);
  if (calls.length > MAX_CALLS) calls.shift();
}
