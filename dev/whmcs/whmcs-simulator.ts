import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyOf } from "../request-body.ts";
import type { Installation } from "./actions/action.ts";
import { isWrite } from "./actions/index.ts";
import { AddonBridge, BRIDGE_PATH } from "./addon/addon-bridge.ts";
import { bridgeCallIn, planBridgeCall } from "./addon/bridge-faults.ts";
import {
  type Admission,
  answerCall,
  failedPage,
  faultAnswer,
  type HttpAnswer,
  type ReceivedCall,
} from "./api-endpoint.ts";
import { ClientArea } from "./client-area.ts";
import { Control } from "./control.ts";
import { type Fault, Faults } from "./faults.ts";
import { LateEffects } from "./late-effects.ts";
import { ADMINISTRATOR, newInstallation } from "./new-installation.ts";
import { OPEN_ID_DEFAULTS, type OpenIdOptions, OpenIdProvider } from "./open-id/provider.ts";
import { type PageAnswer, SignInPages } from "./open-id/sign-in-pages.ts";
import { answerPage } from "./pages.ts";
import { type Load, RequestLog, type ServedRequest } from "./request-log.ts";
import { RequestParameters } from "./request-parameters.ts";
import { seededState } from "./seed.ts";
import { type Profile, Spelling } from "./spelling.ts";
import type { WhmcsState } from "./state.ts";
import { workOf } from "./work-of-write.ts";
import { writeAnswer } from "./write-answer.ts";

const LOOPBACK = "127.0.0.1";
const MAX_BODY_BYTES = 262_144;

export interface WhmcsSimulatorOptions {
  profile?: Profile;
  /** Of the server's clock. */
  timeZone?: string;
  now?: () => number;
  /** Where customers are sent back to after a sign-in, to the letter. */
  returnTo?: string[];
  /** The issuer; by default the address that is listened on. */
  issuer?: string;
  openId?: Partial<OpenIdOptions>;
  /** A folder that it is served in as well, such as `/billing`. */
  folder?: string;
  /** Before every answer to a program, in milliseconds: of the API, of OpenID Connect's endpoints, and of the addon's. */
  latencyMs?: number;
  state?: WhmcsState;
  /** Of the addon; version 1, as by default, signs customers in and nothing else. */
  addonVersion?: 1 | 2;
}

/** What programs ask beside the API; other paths are pages for browsers. */
const PROGRAM_PATHS = new Set([
  "/oauth/openid-configuration.php",
  "/oauth/certs.php",
  "/oauth/token.php",
  "/oauth/userinfo.php",
  BRIDGE_PATH,
]);

/** A WHMCS installation on loopback: API, OpenID Connect provider with its sign-in page, and the addon's endpoint. */
export class WhmcsSimulator {
  readonly state: WhmcsState;
  readonly faults = new Faults();
  /** Answers in place of those of its pages and OpenID Connect endpoints, by path. */
  readonly pages = new Map<string, PageAnswer | "never">();
  readonly admission: Admission;
  readonly installation: Installation;
  /** What happens there without the API. */
  readonly control: Control;
  /** Work of calls that are answered. */
  readonly late: LateEffects;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #requests = new RequestLog();
  readonly #signIn: SignInPages;
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
  #openId: OpenIdProvider | undefined;
  #addon: AddonBridge | undefined;
  #url = "";

  private constructor({
    profile = "8.13",
    timeZone = "America/Toronto",
    now = () => Date.now(),
    latencyMs = 0,
    folder = "",
    state,
  }: WhmcsSimulatorOptions) {
    this.state = state ?? seededState(new Date(now()));
    this.#spelling = new Spelling(profile);
    this.#folder = folder;
    this.latencyMs = latencyMs;
    this.admission = {
      identifier: randomBytes(16).toString("hex"),
      secret: randomBytes(16).toString("hex"),
      accessKey: null,
      addresses: [LOOPBACK],
      allowedActions: null,
    };
    this.installation = newInstallation({ state: this.state, profile, timeZone, now });
    this.control = new Control(this.installation);
    this.late = new LateEffects(now);
    this.#signIn = new SignInPages(this.state, now);
    this.#clientArea = new ClientArea(this.installation);
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
    const { now } = simulator.installation;
    const { returnTo = [], issuer = simulator.#url, openId, addonVersion = 1 } = options;
    const credential = { clientId: "frontdesk.simulated", clientSecret: randomBytes(16).toString("hex") };
    const openIdOptions = { ...OPEN_ID_DEFAULTS, ...credential, redirectUris: returnTo, ...openId };
    simulator.#openId = new OpenIdProvider(simulator.state, issuer, openIdOptions, now);
    const key = randomBytes(24).toString("hex");
    simulator.#addon = new AddonBridge(
      simulator.state,
      {
        key,
        returnTo: returnTo[0] ?? "",
        version: addonVersion,
        administrator: ADMINISTRATOR,
        hooks: true,
        orders: true,
      },
      now,
    );
    return simulator;
  }

  /** Without a final slash. */
  get url(): string {
    return this.#url;
  }

  get openId(): OpenIdProvider {
    if (!this.#openId) throw new Error("the simulator has not started");
    return this.#openId;
  }

  get addon(): AddonBridge {
    if (!this.#addon) throw new Error("the simulator has not started");
    return this.#addon;
  }

  /** Registers another address that customers may be sent back to. */
  returnTo(address: string): void {
    this.openId.options.redirectUris.push(address);
    this.addon.options.returnTo = address;
  }

  /** Calls of the API that were admitted to be read, oldest first. */
  get calls(): readonly ReceivedCall[] {
    return this.#requests.calls;
  }

  /** Calls of the API that are being answered, and the most there were at once. */
  get load(): Load {
    return this.#requests.load;
  }

  /** Requests of programs, oldest first; whoever measures empties it. */
  get served(): ServedRequest[] {
    return this.#requests.served;
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
    if (url.pathname === "/includes/api.php") return this.#api(request, response, new URLSearchParams(body));
    if (url.pathname === BRIDGE_PATH && request.method === "POST" && !this.pages.has(url.pathname))
      return this.#bridge(request, response, body);
    if (PROGRAM_PATHS.has(url.pathname)) {
      const served = this.#requests.begin(url.pathname.slice(url.pathname.lastIndexOf("/") + 1));
      await sleep(this.latencyMs);
      served.to = performance.now();
    }
    const answer = this.pages.get(url.pathname) ?? this.#page(request, url, body);
    if (answer === "never") return void (await once(response, "close"));
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async #api(request: IncomingMessage, response: ServerResponse, form: URLSearchParams): Promise<void> {
    const action = form.get("action") ?? "";
    const call = { action, parameters: Object.fromEntries(form), cookie: request.headers.cookie ?? null };
    this.#requests.received(call);
    const served = this.#requests.begin(action);
    this.beforehand(call);
    this.meanwhile(call);
    this.late.runDue();
    const planned = this.faults.next(action, isWrite(action, new RequestParameters(form)));
    this.#requests.enter();
    try {
      const address = request.socket.remoteAddress ?? "";
      const parts = { installation: this.installation, admission: this.admission, spelling: this.#spelling };
      const answer = (met: Fault | null) => {
        const answered = answerCall(parts, form, address, met);
        this.afterwards(call, "worked");
        return answered;
      };
      const { fault, own } = workOf(planned, this, () => answer(null));
      await this.#reply(response, fault, () => own ?? answer(fault));
    } finally {
      this.#requests.leave();
      served.to = performance.now();
      this.afterwards(call, "answered");
    }
  }

  /** A signed call of the addon: inside it calls meet the faults that are planned for their actions, and outside its own answer does. */
  async #bridge(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const parts = { installation: this.installation, spelling: this.#spelling, faults: this.faults };
    const header = request.headers["x-frontdesk"];
    const served = this.#requests.begin("bridge.php");
    const arrived = bridgeCallIn(body);
    this.beforehand(arrived);
    const { work, fault, afterMs } = planBridgeCall(parts, body, (call) => {
      this.#requests.received(call);
      this.meanwhile(call);
    });
    this.late.runDue();
    const run = () => {
      const answered = work((api) => this.addon.answer(body, typeof header === "string" ? header : undefined, api));
      this.afterwards(arrived, "worked");
      return answered;
    };
    this.#requests.enter();
    try {
      if (afterMs > 0) this.late.add(afterMs, run);
      const own = afterMs > 0 ? failedPage() : run();
      await this.#reply(response, fault, () => (fault && faultAnswer(fault)) ?? own);
    } finally {
      this.#requests.leave();
      served.to = performance.now();
      this.afterwards(arrived, "answered");
    }
  }

  /** Answers as a fault lets it. @param answer not asked where nothing is answered */
  async #reply(response: ServerResponse, fault: Fault | null, answer: () => HttpAnswer): Promise<void> {
    if (fault?.kind === "reset") return void response.socket?.destroy();
    if (fault?.kind === "never") return void (await once(response, "close"));
    await sleep(fault?.kind === "slow" ? fault.ms : this.latencyMs);
    await writeAnswer(response, answer(), fault);
  }

  #page(request: IncomingMessage, url: URL, body: string): PageAnswer {
    const { method = "GET", headers } = request;
    const { openId, addon } = this;
    const parts = { address: this.#url, openId, addon, signIn: this.#signIn, clientArea: this.#clientArea };
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === "string" ? value : undefined;
    };
    return answerPage(parts, { method, url, body, cookie: headers.cookie, header });
  }
}
