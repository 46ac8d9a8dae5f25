import { Hono, type Context as HonoContext } from "hono";
import * as z from "zod";
import { type AddressBook, type Addresses, apiPath } from "../../platform/addresses.ts";
import { addressOf } from "../../platform/caller-address.ts";
import { printable } from "../../platform/json.ts";
import { LANGUAGES, type Language } from "../../platform/language.ts";
import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { type Access, type AnyOperation, mayBeStored, successStatus, takesBody } from "../definition/operation.ts";
import { invalidInput, OperationError, type Problem, toProblem } from "../definition/problems.ts";
import { KEY_HEADER, type Sent } from "../pipeline/read-input.ts";
import { type Api, runOperation } from "../pipeline/run-operation.ts";
import { readOptionalJsonBody } from "./json-body.ts";
import { measureRequest } from "./measure-request.ts";
import { answerResponse, challengeHeader, methodRefusal, preflight, problemResponse } from "./responses.ts";

/** The service's URLs, and the id and language of the current request. All of them are set before any route runs. */
export type RequestVariables = { Variables: { addresses: Addresses; requestId: string; language: Language } };

/**
 * Creates the Hono application for all versions of an API. It checks the host, sets the request id, routes the
 * operations, and responds to unknown paths and methods with problems.
 */
export function httpApplication<Context, Needs extends Access>(
  apis: readonly Api<Context, Needs>[],
  addressesOf: AddressBook,
): Hono<RequestVariables> {
  const application = new Hono<RequestVariables>();
  const operations = apis.flatMap((api) => api.operations);
  const metrics = apis[0]?.metrics;
  const languages = operations.some(({ input }) => "lang" in input.shape) ? LANGUAGES : [];

  application.use(async (c, next) => {
    // This replaces `hono/request-id`, because an extra middleware would cost every request a few percent of its time.
    c.set("requestId", crypto.randomUUID());
    const asked = c.req.query("lang");
    c.set("language", languages.find((language) => language === asked) ?? "en");
    const addresses = addressesOf(c.req.url);
    if (!addresses) return problemResponse(unknownHost(c, addressesOf));
    c.set("addresses", addresses);
    return metrics ? measureRequest(metrics, c, next) : next();
  });

  for (const api of apis) addRoutes(application, api);
  application.notFound((c) => problemResponse(notFound(c)));
  application.onError((error, c) => problemResponse(problemOf(c, error)));
  return application;
}

function addRoutes<Context, Needs extends Access>(application: Hono<RequestVariables>, api: Api<Context, Needs>): void {
  for (const [path, operations] of Map.groupBy(api.operations, ({ http }) => http.path)) {
    const methods = operations.flatMap(({ http }) => (http.method === "GET" ? ["GET", "HEAD"] : [http.method]));
    for (const route of routesOf(apiPath(api.version.major), path)) {
      for (const operation of operations) application.on(operation.http.method, route, handlerOf(api, operation));
      application.all(route, (c) => refuseMethod(c, [...methods, "OPTIONS"]));
    }
  }
}

/** Responds to `OPTIONS`. Refuses any other method with 405, because the path has no route for it. */
function refuseMethod(c: HonoContext<RequestVariables>, methods: string[]): Response {
  if (c.req.method === "OPTIONS") return preflight(methods, c.var.requestId);
  return problemResponse(problemOf(c, methodRefusal(methods)), { Allow: methods.join(", ") });
}

function handlerOf<Context, Needs extends Access>(api: Api<Context, Needs>, operation: AnyOperation<Context, Needs>) {
  const read = urlReader(operation.input);
  const hasBody = takesBody(operation);
  const isStored = mayBeStored(operation) && operation.http.method === "GET";
  const status = successStatus(operation);
  return async (c: HonoContext<RequestVariables>) => {
    const path = read.path(c.req.param());
    const sent: Sent = {
      path,
      query: () => read.query(new URL(c.req.url).searchParams, path),
      ...(hasBody && { body: await readOptionalJsonBody(c.req.raw), key: c.req.header(KEY_HEADER) ?? null }),
    };
    const outcome = await runOperation(api, operation, {
      sent,
      addresses: c.var.addresses,
      caller: { via: "http", address: addressOf(c.req.raw) },
      authorization: c.req.header("Authorization") ?? null,
      requestId: c.var.requestId,
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    });
    const more = { ...rateLimitHeaders(outcome.rates), ...(outcome.isReplayed && { "Idempotent-Replayed": "true" }) };
    if ("problem" in outcome) return problemResponse(outcome.problem, { ...more, ...challengeHeader(outcome) });
    const { answer } = outcome;
    if (isStored) api.answers.setByUrl(c.req.url, answer, operation.id);
    const known = c.req.header("If-None-Match") ?? null;
    return answerResponse(answer, known, c.var.requestId, api.now(), more, status);
  };
}

/** Returns the routes of a path. The path `/` is the API's base URL, with and without a final slash. */
function routesOf(version: string, path: string): string[] {
  if (path === "/") return [version, `${version}/`];
  return [version + path.replace(/\{(\w+)\}/g, ":$1")];
}

function notFound(c: HonoContext<RequestVariables>): Problem {
  const { site } = c.var.addresses;
  const refusal = new OperationError("not_found", {
    en: `There is nothing at this URL. ${site}/developers lists all URLs.`,
    fr: `Il n’y a rien à cette adresse. ${site}/developers énumère ce qui existe.`,
  });
  return problemOf(c, refusal);
}

function unknownHost(c: HonoContext<RequestVariables>, { siteElsewhere: site }: AddressBook): Problem {
  const refusal = new OperationError("not_found", {
    en: "Nothing is served under this host name.",
    fr: "Rien n’est servi sous ce nom d’hôte.",
  });
  return toProblem(refusal, { site, language: "en", requestId: c.var.requestId });
}

function problemOf(c: HonoContext<RequestVariables>, error: unknown): Problem {
  return toProblem(error, {
    site: (c.var.addresses as Addresses | undefined)?.site ?? "",
    language: c.var.language,
    requestId: c.var.requestId,
  });
}

type MemberType = "string" | "integer" | "number" | "boolean" | "array";

/** A reader that turns the path and query of a URL into input fields of an operation. */
export interface UrlReader {
  path(values: Record<string, string>): Record<string, unknown>;
  /**
   * Reads the query.
   * @throws {OperationError} `invalid_parameter` if a parameter other than a list appears twice, or if it belongs in
   *   the path
   */
  query(query: URLSearchParams, path: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Creates the reader for an input schema from its published types. The reader converts numbers and booleans. If a text
 * cannot be converted, the schema refuses it and names the parameter. The schema itself converts nothing, so a tool
 * call never accepts `"5"` for `5`.
 *
 * Lists are comma-separated. Repeated list parameters are also accepted, because some OpenAPI clients ignore
 * `explode: false`.
 */
export function urlReader(input: z.ZodObject): UrlReader {
  const types = memberTypes(input);
  return {
    path: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, text]) => {
          const value = convert(text, types.get(name));
          // Each resource has exactly one URL, so `007` does not mean 7.
          return [name, String(value) === text ? value : text];
        }),
      ),
    query(query, path) {
      const values = new Map<string, unknown>();
      const repeated: string[] = [];
      for (const [name, text] of query) {
        const value = convert(text, types.get(name));
        const former = values.get(name);
        if (former === undefined && !Object.hasOwn(path, name)) values.set(name, value);
        else if (Array.isArray(former) && Array.isArray(value)) former.push(...value);
        else repeated.push(name);
      }
      if (repeated.length > 0) {
        const names = [...new Set(repeated)].map(printable);
        throw invalidInput(
          "invalid_parameter",
          names.map((name) => ({ name, message: REPEATED })),
        );
      }
      return Object.fromEntries(values);
    },
  };
}

function memberTypes(input: z.ZodObject): Map<string, MemberType | undefined> {
  const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      typeof schema === "object" ? (schema.type as MemberType | undefined) : undefined,
    ]),
  );
}

function convert(text: string, type: MemberType | undefined): unknown {
  switch (type) {
    case "array":
      return text.split(",");
    case "integer":
      // Each number has exactly one spelling, so `01` does not mean 1.
      return /^(?:0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
    case "number":
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

const REPEATED = { en: "appears more than once.", fr: "figure plus d’une fois." };
