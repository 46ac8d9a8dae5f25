import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { failureModeOf, HTML_PAGE, type Timing } from "./failure-mode.ts";
import { createHttpServer, type HttpReply } from "./http-server.ts";
import { type NamecomAnswer, priceList, requirementsOf } from "./namecom-answers.ts";
import { type Prefix, prefixOf } from "./names.ts";
import type { OwnRegistrar } from "./own-registrar.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** The account's user name. By default, its token changes at each start. */
export const REGISTRAR_USER = "maple-hosting-test";

/** The controls of the simulation, which name.com does not have. */
type Controls = Pick<SandboxState, "now" | "advance" | "commit" | "balance">;

interface Asked {
  /** A key of {@link ROUTES}. */
  route: string;
  path: string;
  /** The domain in the path or in the body; empty if there is none. */
  name: string;
  body: unknown;
  query: URLSearchParams;
  key: string;
}

const TEXT = z.string().min(1);
/**
 * `RegistrantContact` of Core API 1.7.0. In that API, other roles may have fewer fields, but the simulator requires all
 * of them.
 */
const CONTACT = z.object({
  ...{ firstName: TEXT, lastName: TEXT, companyName: TEXT.nullish(), address1: TEXT, address2: TEXT.nullish() },
  ...{ city: TEXT, state: TEXT, zip: TEXT, country: z.string().regex(/^[A-Z]{2}$/) },
  ...{ email: z.email(), phone: z.string().regex(/^\+[1-9]\d{7,14}$/) },
});
/** Without contacts, name.com would use the account's own contacts. The simulator rejects a request without them. */
const CONTACTS = z.object({ registrant: CONTACT, admin: CONTACT, tech: CONTACT, billing: CONTACT });
const PRICE = z.number();
const YEARS = z.int().min(1).max(10);
const HOSTS = z.array(z.string());
const CREATION = z.object({
  domain: z.object({
    ...{ domainName: TEXT, contacts: CONTACTS, nameservers: HOSTS },
    ...{ autorenewEnabled: z.boolean(), locked: z.boolean() },
  }),
  ...{ years: YEARS, purchasePrice: PRICE, tldRequirements: z.record(z.string(), z.string()).optional() },
});
const UPDATE = z.object({ locked: z.boolean().optional(), autorenewEnabled: z.boolean().optional() });
const TRANSFER = z.object({ domainName: TEXT, authCode: TEXT, purchasePrice: PRICE });
const NOTHING = z.undefined();

type Handler = (registrar: OwnRegistrar, asked: Asked) => NamecomAnswer;

/**
 * The simulated routes of Core API 1.7.0, by method and path after `/core/v1`. `*` stands for a domain or an extension.
 */
const ROUTES: Readonly<Record<string, Handler>> = {
  "GET /accountinfo/balance": route(NOTHING, (registrar) => registrar.balance()),
  "POST /domains:checkAvailability": route(z.object({ domainNames: z.array(z.string()) }), (registrar, _, body) =>
    registrar.check(body.domainNames),
  ),
  "GET /domains/*": route(NOTHING, (registrar, { name }) => registrar.read(name)),
  "PATCH /domains/*": route(UPDATE, (registrar, { name }, body) => registrar.update(name, body)),
  "GET /domains/*:getPricing": route(NOTHING, (registrar, { name, query }) =>
    registrar.pricing(name, Number(query.get("years") ?? 1)),
  ),
  "POST /domains": route(CREATION, (registrar, { key }, body) => registrar.create(body, key)),
  "POST /domains/*:renew": route(z.object({ years: YEARS, purchasePrice: PRICE }), (registrar, { name }, body) =>
    registrar.renew(name, body.years, body.purchasePrice),
  ),
  "POST /domains/*:setContacts": route(z.object({ contacts: CONTACTS }), (registrar, { name }, body) =>
    registrar.setContacts(name, body.contacts),
  ),
  "POST /domains/*:setNameservers": route(z.object({ nameservers: HOSTS }), (registrar, { name }, body) =>
    registrar.setNameservers(name, body.nameservers),
  ),
  "GET /domains/*:getAuthCode": route(NOTHING, (registrar, { name }) => registrar.authCode(name)),
  "POST /transfers": route(TRANSFER, (registrar, _, { domainName, authCode, purchasePrice }) =>
    registrar.createTransfer(domainName, authCode, purchasePrice),
  ),
  "GET /transfers/*": route(NOTHING, (registrar, { name }) => registrar.transfer(name)),
  "POST /transfers/*:cancel": route(z.unknown(), (registrar, { name }) => registrar.cancelTransfer(name)),
  "GET /tldpricing": route(NOTHING, (_, { query }) => priceList(query.getAll("tlds"))),
  "GET /domaininfo/requirements/*": route(NOTHING, (_, { name }) => requirementsOf(name)),
};

/** The writes that lose their first response if the domain has the prefix `lost-`. */
const LOSABLE = new Set(["POST /domains", "POST /domains/*:renew", "POST /transfers"]);
const PATH = /^\/core\/v1(\/domains|\/transfers|\/domaininfo\/requirements)\/([a-z0-9.-]{2,253})(:[a-zA-Z]+)?$/;
const ABOUT = z.object({
  ...{ domainName: z.string().optional(), domainNames: z.array(z.string()).optional() },
  domain: z.object({ domainName: z.string() }).optional(),
});
const CONTROL = z.object({ to: z.iso.datetime().optional(), balance: z.int().min(0).optional() });

function route<Body>(
  shape: z.ZodType<Body>,
  work: (registrar: OwnRegistrar, asked: Asked, body: Body) => NamecomAnswer,
): Handler {
  return (registrar, asked) => {
    const body = shape.safeParse(asked.body);
    if (!body.success) return error(400, "Invalid argument");
    return work(registrar, asked, body.data);
  };
}

/**
 * Creates a server for name.com's Core API over HTTP, for callers with the token. `PUT /control` moves the clock and
 * sets the balance.
 */
export function createRegistrarServer(
  registrar: OwnRegistrar,
  controls: Controls,
  token: string,
  timing: Timing,
): Server {
  const wanted = `Basic ${btoa(`${REGISTRAR_USER}:${token}`)}`;
  const lost = new Set<string>();
  return createHttpServer(async (request) => {
    const isAdmitted = isSame(request.headers.authorization ?? "", wanted);
    const body = isAdmitted ? readJson(await text(request)) : undefined;
    if (body === undefined) return replyOf(isAdmitted ? error(400, "Invalid argument") : error(401, "Unauthorized"));
    const asked = askedBy(request, body.value);
    const prefix = prefixOf(asked.name);
    const answer = answerTo(asked, registrar, controls, prefix);
    const losing = `${asked.route} ${asked.name}`;
    if (prefix !== "lost" || !LOSABLE.has(asked.route) || lost.has(losing))
      return asThePrefixSays(prefix, asked, answer);
    lost.add(losing);
    return { ...replyOf(answer), failureMode: "reset" };
  }, timing);
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((each) => createHash("sha256").update(each).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

/** Parses a JSON body; `undefined` if it is not JSON. */
function readJson(sent: string): { value: unknown } | undefined {
  try {
    return { value: sent === "" ? undefined : JSON.parse(sent) };
  } catch {
    // expected: the sender gets an error
    return undefined;
  }
}

function askedBy({ method, url = "/", headers }: IncomingMessage, body: unknown): Asked {
  const { pathname, searchParams: query } = new URL(url, "http://127.0.0.1");
  const [, folder, inPath, operation = ""] = PATH.exec(pathname) ?? [];
  const path = folder === undefined ? pathname.replace(/^\/core\/v1/, "") : `${folder}/*${operation}`;
  const key = String(headers["x-idempotency-key"] ?? "");
  return { route: `${method} ${path}`, path: pathname, name: inPath ?? nameIn(body), body, query, key };
}

/** Returns the domain in a body, for a path without a domain. */
function nameIn(body: unknown): string {
  const { data } = ABOUT.safeParse(body);
  return data?.domainName ?? data?.domainNames?.[0] ?? data?.domain?.domainName ?? "";
}

function answerTo(asked: Asked, registrar: OwnRegistrar, controls: Controls, prefix: Prefix | null): NamecomAnswer {
  if (asked.route === "PUT /control") return control(controls, asked.body);
  // A throttled request is not executed.
  if (prefix === "throttle" || prefix === "mixed") return error(429, "Rate Limit Exceeded");
  try {
    return ROUTES[asked.route]?.(registrar, asked) ?? error(404, "Not Found");
  } catch (reason) {
    console.error(`The sandbox registrar failed: ${reason instanceof Error ? reason.message : "unknown"}`);
    return error(500, "Internal Server Error");
  }
}

function control(controls: Controls, body: unknown): NamecomAnswer {
  const { data } = CONTROL.safeParse(body);
  if (!data) return error(400, "Invalid argument");
  try {
    if (data.to !== undefined) controls.advance(new Date(data.to));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return error(409, cause.message);
  }
  if (data.balance !== undefined) controls.commit({ balance: data.balance });
  return { status: 200, body: { now: controls.now(), balance: controls.balance } };
}

function error(status: number, message: string): NamecomAnswer {
  return { status, body: { message } };
}

function replyOf({ status, body }: NamecomAnswer): HttpReply {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { answer: { status, headers, body: JSON.stringify(body) }, failureMode: "whole" };
}

/**
 * Returns the response, which fails in the way that the domain's prefix states. The request was executed, unless it was
 * throttled.
 */
function asThePrefixSays(prefix: Prefix | null, { path }: Asked, answer: NamecomAnswer): HttpReply {
  const page = (status: number, headers: Record<string, string>, body: string): HttpReply => ({
    answer: { status, headers, body },
    failureMode: "whole",
  });
  const html = { "Content-Type": "text/html; charset=utf-8" };
  const reply = replyOf(answer);
  switch (prefix) {
    case "garbage":
      return page(200, html, HTML_PAGE);
    case "html404":
      return page(404, html, HTML_PAGE);
    case "loop":
      return page(302, { Location: path }, "");
    case "other":
      return { ...reply, answer: { ...reply.answer, body: reply.answer.body.replaceAll(`"other-`, `"another-`) } };
    default:
      return { ...reply, failureMode: failureModeOf(prefix) };
  }
}
