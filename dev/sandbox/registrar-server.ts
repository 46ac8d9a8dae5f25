import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { failureModeOf, HTML_PAGE, type Timing } from "./failure-mode.ts";
import { createHttpServer, type HttpReply } from "./http-server.ts";
import { prefixOf } from "./names.ts";
import type { OwnRegistrar, RegistrarAnswer } from "./own-registrar.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** One answer of the registrar: a status and a JSON body; the name where it is about one. */
interface RegistrarReply {
  status: number;
  body: object;
  name?: string;
}

/** A reference of the caller's: visible ASCII. */
const REFERENCE = z.string().regex(/^[!-~]{1,128}$/);
const NOTHING = z.undefined();
const TEXT = z.string().min(1);
/** A name goes to nobody: who holds it is asked for, as registries do. */
const NEW_NAME = {
  registrant: z.strictObject({
    ...{ firstName: TEXT, lastName: TEXT, organization: TEXT.nullable(), street: z.array(TEXT).min(1).max(2) },
    ...{ city: TEXT, postalCode: TEXT, province: TEXT.nullable(), country: z.string().regex(/^[A-Z]{2}$/) },
    ...{ phone: z.e164(), email: z.email() },
  }),
  fields: z.record(z.string(), z.string()),
  reference: REFERENCE,
};

/** What tells the sandbox's time. */
type Clock = Pick<SandboxState, "now" | "advance">;

type Handler = (name: string, registrar: OwnRegistrar, body: unknown, query: URLSearchParams) => RegistrarReply;

/** What is asked about a name, by method and the path after `/domains/<name>`. 200 says what was asked for, 409 why not. */
const ROUTES: Readonly<Record<string, Handler>> = {
  "GET ": route(NOTHING, (registrar, name) => ({ value: registrar.read(name) })),
  "GET /state": route(NOTHING, (registrar, name) => ({ value: { name, state: registrar.check(name) } })),
  "POST /registration": route(
    z.strictObject({ ...NEW_NAME, years: z.int(), nameservers: z.array(z.string()) }),
    (registrar, name, order) => registrar.register({ name, ...order }),
  ),
  "POST /renewal": route(
    z.strictObject({ years: z.int(), from: z.iso.date(), reference: REFERENCE }),
    (registrar, name, order) => registrar.renew(name, order),
  ),
  "POST /transfer": route(z.strictObject({ ...NEW_NAME, authCode: z.string().nullable() }), (registrar, name, order) =>
    registrar.beginTransfer({ name, ...order }),
  ),
  "GET /transfer": route(NOTHING, (registrar, name, _, query) =>
    registrar.readTransfer(name, query.get("reference") ?? ""),
  ),
  "PUT /nameservers": route(z.strictObject({ nameservers: z.array(z.string()) }), (registrar, name, { nameservers }) =>
    registrar.setNameservers(name, nameservers),
  ),
  "PUT /lock": route(z.strictObject({ locked: z.boolean() }), (registrar, name, { locked }) =>
    registrar.setLock(name, locked),
  ),
  "GET /auth-code": route(NOTHING, (registrar, name) => registrar.readAuthCode(name)),
};

const WRONG_BODY = "The body is not what is asked for here.";
const ADVANCE = z.strictObject({ to: z.iso.datetime() });
const NAME = /^\/domains\/((?=[a-z0-9.-]{3,253}(?:\/|$))[a-z0-9](?:[a-z0-9.-]*[a-z0-9]))(\/[a-z-]+)?$/;

function route<Body>(
  shape: z.ZodType<Body>,
  work: (registrar: OwnRegistrar, name: string, body: Body, query: URLSearchParams) => RegistrarAnswer<unknown>,
): Handler {
  return (name, registrar, sent, query) => {
    const body = shape.safeParse(sent);
    if (!body.success) return { ...error(400, WRONG_BODY), name };
    const answer = work(registrar, name, body.data, query);
    return { status: "refused" in answer ? 409 : 200, body: answer, name };
  };
}

/** The registrar's side over HTTP and JSON, for whoever has the token: its paths are `/domains/<name>…` and `/clock`. */
export function createRegistrarServer(registrar: OwnRegistrar, clock: Clock, token: string, timing: Timing): Server {
  return createHttpServer(async (request) => {
    const isAdmitted = isSame(request.headers.authorization ?? "", `Bearer ${token}`);
    const refused = isAdmitted ? null : error(401, "The bearer token is wrong.");
    return asThePrefixSays(request, refused ?? (await answer(request, registrar, clock).catch(failed)));
  }, timing);
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((each) => createHash("sha256").update(each).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

async function answer(request: IncomingMessage, registrar: OwnRegistrar, clock: Clock): Promise<RegistrarReply> {
  const { method } = request;
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const [, name = "", rest = ""] = NAME.exec(pathname) ?? [];
  const handler = name === "" ? undefined : ROUTES[`${method} ${rest}`];
  const isClock = pathname === "/clock" && (method === "GET" || method === "PUT");
  if (!handler && !isClock) return error(404, "There is nothing here.");
  // Nothing is done.
  if (["throttle", "mixed"].includes(prefixOf(name) ?? "")) return error(429, "Too many requests. Please slow down.");
  const body = readJson(await text(request));
  if (!body) return error(400, "The body is not JSON.");
  if (handler) return handler(name, registrar, body.value, searchParams);
  return method === "PUT" ? advance(clock, body.value) : { status: 200, body: { now: clock.now() } };
}

/** Null: it is not JSON. */
function readJson(sent: string): { value: unknown } | null {
  try {
    return { value: sent === "" ? undefined : JSON.parse(sent) };
  } catch {
    // expected: whoever sent it gets an error.
    return null;
  }
}

function advance(clock: Clock, body: unknown): RegistrarReply {
  const wanted = ADVANCE.safeParse(body);
  if (!wanted.success) return error(400, WRONG_BODY);
  try {
    clock.advance(new Date(wanted.data.to));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return { status: 409, body: { refused: cause.message } };
  }
  return { status: 200, body: { now: clock.now() } };
}

function failed(reason: unknown): RegistrarReply {
  console.error(`The sandbox registrar failed: ${reason instanceof Error ? reason.message : "unknown"}`);
  return error(500, "The registrar failed.");
}

function error(status: number, message: string): RegistrarReply {
  return { status, body: { error: message } };
}

/** What was asked about a name with a failing prefix is done; the answer is what fails. */
function asThePrefixSays(request: IncomingMessage, { status, body, name }: RegistrarReply): HttpReply {
  const prefix = name === undefined ? null : prefixOf(name);
  const whole = (answer: HttpReply["answer"]): HttpReply => ({ answer, failureMode: "whole" });
  const html = { "Content-Type": "text/html; charset=utf-8" };
  switch (prefix) {
    case "garbage":
      return whole({ status: 200, headers: html, body: HTML_PAGE });
    case "html404":
      return whole({ status: 404, headers: html, body: HTML_PAGE });
    case "loop":
      return whole({ status: 302, headers: { Location: request.url ?? "/" }, body: "" });
    default: {
      const json = JSON.stringify(body);
      const text = prefix === "other" ? json.replaceAll(`"other-`, `"another-`) : json;
      const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
      return { answer: { status, headers, body: text }, failureMode: failureModeOf(prefix) };
    }
  }
}
