import * as z from "zod";
import type { OwnRegistrar, RegistrarAnswer } from "./own-registrar.ts";
import type { SandboxClock } from "./sandbox-clock.ts";

/** One answer of the registrar: a status and a JSON body; the name where it is about one. */
export interface RegistrarReply {
  status: number;
  body: object;
  name?: string;
}

interface Asked {
  registrar: OwnRegistrar;
  clock: SandboxClock;
  query: URLSearchParams;
  body: unknown;
}

/** What is asked about no name has none. */
export interface RegistrarRoute {
  name: string | null;
  run(asked: Asked): RegistrarReply;
}

const NAME = /^\/domains\/((?=[a-z0-9.-]{3,253}(?:\/|$))[a-z0-9](?:[a-z0-9.-]*[a-z0-9]))(\/[a-z-]+)?$/;

/** A reference of the caller's: visible ASCII. */
const REFERENCE = z.string().regex(/^[!-~]{1,128}$/);
const NOTHING = z.undefined();

type Handler = (name: string, asked: Asked) => RegistrarReply;

/** What is asked about a name, by method and the path after `/domains/<name>`. 200 says what was asked for, 409 why not. */
const ROUTES: Readonly<Record<string, Handler>> = {
  "GET ": rateResult(NOTHING, (name, _, { registrar }) => ({ value: registrar.read(name) })),
  "GET /state": rateResult(NOTHING, (name, _, { registrar }) => ({ value: { name, state: registrar.check(name) } })),
  "POST /registration": rateResult(
    z.strictObject({ years: z.int(), nameservers: z.array(z.string()), reference: REFERENCE }),
    (name, order, { registrar }) => registrar.register(name, order),
  ),
  "POST /renewal": rateResult(
    z.strictObject({ years: z.int(), from: z.iso.date(), reference: REFERENCE }),
    (name, order, { registrar }) => registrar.renew(name, order),
  ),
  "POST /transfer": rateResult(
    z.strictObject({ authCode: z.string().nullable(), reference: REFERENCE }),
    (name, order, { registrar }) => registrar.beginTransfer(name, order),
  ),
  "GET /transfer": rateResult(NOTHING, (name, _, { registrar, query }) =>
    registrar.readTransfer(name, query.get("reference") ?? ""),
  ),
  "PUT /nameservers": rateResult(z.strictObject({ nameservers: z.array(z.string()) }), (name, setting, { registrar }) =>
    registrar.setNameservers(name, setting.nameservers),
  ),
  "PUT /lock": rateResult(z.strictObject({ locked: z.boolean() }), (name, setting, { registrar }) =>
    registrar.setLock(name, setting.locked),
  ),
  "GET /auth-code": rateResult(NOTHING, (name, _, { registrar }) => registrar.readAuthCode(name)),
};

/** The route of a request, null where there is none. The clock's is `/clock`: `{now}`, and `{to}` to advance it. */
export function findRoute(method: string, path: string): RegistrarRoute | null {
  if (path === "/clock") return clockRoute(method);
  const [, name, rest = ""] = NAME.exec(path) ?? [];
  const handler = ROUTES[`${method} ${rest}`];
  if (name === undefined || handler === undefined) return null;
  return { name, run: (asked) => handler(name, asked) };
}

function rateResult<Body>(
  shape: z.ZodType<Body>,
  work: (name: string, body: Body, asked: Asked) => RegistrarAnswer<unknown>,
): Handler {
  return (name, asked) => {
    const body = shape.safeParse(asked.body);
    if (!body.success) return { status: 400, body: { error: "The body is not what is asked for here." }, name };
    const answer = work(name, body.data, asked);
    return { status: "refused" in answer ? 409 : 200, body: answer, name };
  };
}

const ADVANCE = z.strictObject({ to: z.iso.datetime() });

function clockRoute(method: string): RegistrarRoute | null {
  if (method === "GET") return { name: null, run: ({ clock }) => ({ status: 200, body: { now: clock.now() } }) };
  if (method !== "PUT") return null;
  return {
    name: null,
    run: ({ clock, body }) => {
      const wanted = ADVANCE.safeParse(body);
      if (!wanted.success) return { status: 400, body: { error: "The body is not what is asked for here." } };
      try {
        clock.advance(new Date(wanted.data.to));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { status: 409, body: { refused: error.message } };
      }
      return { status: 200, body: { now: clock.now() } };
    },
  };
}
