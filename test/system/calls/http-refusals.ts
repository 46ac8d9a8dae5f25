import { API_PATH } from "../../../shared/platform/addresses.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { type Caller, denialOf } from "./access.ts";
import { refusedBody } from "./json-body.ts";
import { type Check, type Schema, SchemaChecks, withoutNulls } from "./json-schema.ts";
import type { ServedOperation, ServedParameter } from "./served-api.ts";
import type { WireRequest } from "./wire.ts";

const KEY = "idempotency-key";

/**
 * Decides from the OpenAPI description alone whether the API must refuse a request. `of` returns the reasons; the list
 * is empty if the request may succeed.
 */
export class HttpRefusals {
  readonly #checks = new Map<ServedParameter, Check>();

  of(operation: ServedOperation, request: WireRequest, caller: Caller): string[] {
    const denial = denialOf(caller, operation);
    return [
      ...(denial === null ? [] : [denial]),
      ...this.#refusedPath(operation, request),
      ...this.#refusedQuery(operation, request),
      ...(operation.body === null ? [] : refusedInput(operation, request)),
      ...refusedKey(operation, request),
    ];
  }

  #refusedPath({ parameters, path: template }: ServedOperation, { path }: WireRequest): string[] {
    const segments = segmentsOf(new URL(path, "http://localhost").pathname);
    const names = segmentsOf(template);
    return parameters
      .filter((parameter) => parameter.in === "path")
      .flatMap((parameter) => {
        const text = unescaped(segments[names.indexOf(`{${parameter.name}}`)] ?? "");
        return this.#checkOf(parameter)(readText(text, parameter.schema)).map((error) => `${parameter.name}: ${error}`);
      });
  }

  #refusedQuery({ parameters }: ServedOperation, { path }: WireRequest): string[] {
    const query = new URL(path, "http://localhost").searchParams;
    const known = parameters.filter((parameter) => parameter.in === "query");
    const names = [...query.keys()];
    return [
      ...names
        .filter((name) => !known.some((parameter) => parameter.name === name))
        .map((name) => `unknown parameter ${name}`),
      ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is repeated`),
      ...known.flatMap((parameter) => {
        const text = query.get(parameter.name);
        if (text === null) return parameter.isRequired ? [`${parameter.name} is missing`] : [];
        return this.#checkOf(parameter)(readText(text, parameter.schema)).map((error) => `${parameter.name}: ${error}`);
      }),
    ];
  }

  #checkOf(parameter: ServedParameter): Check {
    const check = this.#checks.get(parameter) ?? new SchemaChecks("parameter").of(parameter.schema);
    this.#checks.set(parameter, check);
    return check;
  }
}

/** Decodes a path segment. Returns the segment unchanged if its escapes are not valid UTF-8. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // expected: the campaign also sends invalid escapes
    return segment;
  }
}

/** Converts a string from a URL to the type in its schema. Returns the string if it does not fit the type. */
function readText(text: string, { type }: Schema): unknown {
  switch (type) {
    case "integer":
    case "number":
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : text;
    case "array":
      return text.split(",");
    default:
      return text;
  }
}

/** Returns why the body is refused; empty if it is accepted. A missing body is checked as an empty object. */
function refusedInput({ checkBody, body: schema }: ServedOperation, request: WireRequest): string[] {
  const { body } = request;
  if (body === null || body.length === 0) return checkBody?.({}) ?? [];
  const reasons = refusedBody(request);
  return reasons.length > 0 ? reasons : (checkBody?.(withoutNulls(JSON.parse(utf8.decode(body)), schema ?? {})) ?? []);
}

const utf8 = new TextDecoder("utf-8");

function refusedKey({ parameters }: ServedOperation, { headers }: WireRequest): string[] {
  if (!parameters.some((parameter) => parameter.in === "header" && parameter.name.toLowerCase() === KEY)) return [];
  const keys = headers.filter(([name]) => name.toLowerCase() === KEY).map(([, value]) => value.trim());
  if (keys.length !== 1) return [`${keys.length} idempotency keys`];
  const [key = ""] = keys;
  return key.length >= 1 && key.length <= 257 ? [] : ["an idempotency key of an invalid length"];
}

/** Returns the operation for a method and a path, as sent; `null` if there is none. */
export function operationAt(
  operations: readonly ServedOperation[],
  method: string,
  path: string,
): ServedOperation | null {
  const segments = segmentsOf(new URL(path, "http://localhost").pathname);
  const asked = method === "HEAD" ? "GET" : method;
  const found = operations.filter(
    (operation) => operation.method === asked && matches(segmentsOf(operation.path), segments),
  );
  // A path without parameters takes precedence: `/orders/domain` over `/orders/{order_id}`.
  return found.find(({ path: template }) => !template.includes("{")) ?? found[0] ?? null;
}

/** Returns the segments of a path. The API root has the same segments with and without a final slash. */
function segmentsOf(path: string): string[] {
  const plain = normalized(path);
  return (plain === `${API_PATH}/` ? API_PATH : plain).split("/");
}

/** Decodes the escaped unreserved characters of a path (RFC 3986 §6.2.2.2). */
export function normalized(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
}

function matches(template: string[], segments: string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
  );
}

/** Returns the sorted methods that a path takes; empty if the path has no operation. */
export function methodsAt(operations: readonly ServedOperation[], path: string): string[] {
  const segments = segmentsOf(new URL(path, "http://localhost").pathname);
  const found = operations.filter((operation) => matches(segmentsOf(operation.path), segments));
  const { path: template } = found.find(({ path }) => !path.includes("{")) ?? found[0] ?? {};
  const own = found.filter((operation) => operation.path === template).map(({ method }) => method);
  const all = [...own, ...(own.includes("GET") ? ["HEAD"] : []), ...(own.length > 0 ? ["OPTIONS"] : [])];
  return all.toSorted();
}

/** Returns the value if it is a JSON object, otherwise an empty object. */
export function asObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
