import type { Check } from "./json-schema.ts";
import type { WireAnswer } from "./wire.ts";

/** Parses a text as JSON. Returns `null` if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: some request bodies, responses and tool texts are not JSON
    return null;
  }
}

/** Checks the rules that every response follows, whatever the request was. Returns the violations. */
export function faultsOfAnswer({ status, headers, ms }: WireAnswer, slowMs: number): string[] {
  return [
    ...(ms > slowMs ? [`answered after ${Math.round(ms)} ms`] : []),
    ...(UUID.test(String(headers["x-request-id"])) ? [] : [`X-Request-Id: ${headers["x-request-id"]}`]),
    ...(headers["access-control-allow-origin"] === "*" ? [] : ["no Access-Control-Allow-Origin"]),
    ...(headers["set-cookie"] ? ["a cookie is set"] : []),
    ...(status === 429 && !/^\d+$/.test(String(headers["retry-after"]))
      ? [`Retry-After: ${headers["retry-after"]}`]
      : []),
    ...(status === 401 && !/^Bearer /.test(String(headers["www-authenticate"]))
      ? ["401 without a Bearer challenge"]
      : []),
    ...rateLimitFaults(headers.ratelimit, headers["ratelimit-policy"]),
  ];
}

/**
 * Checks the rules that every problem follows over both transports. Returns the violations.
 * @param check validates the problem against its schema
 */
export function faultsOfProblem(check: Check, value: Record<string, unknown>): string[] {
  const isInvalid = value.code === "invalid_parameter" || value.code === "invalid_body";
  const isNamed = Array.isArray(value.errors) && value.errors.length > 0;
  return [
    ...check(value),
    ...(String(value.type).endsWith(`/problems/${value.code}`) ? [] : [`type: ${value.type}`]),
    ...(value.instance === `urn:uuid:${value.request_id}` ? [] : [`instance: ${value.instance}`]),
    ...(isInvalid && !isNamed ? ["nothing is named as wrong"] : []),
    ...(value.code === "internal_error" ? ["an internal error"] : []),
  ];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LIMIT = /^"([a-z]+)";r=(\d+);t=(\d+)$/;
const POLICY = /^"([a-z]+)";q=(\d+);w=(\d+)$/;

/**
 * Checks that a response has both draft-ietf-httpapi-ratelimit-headers fields or neither, and that the fields agree.
 */
function rateLimitFaults(limit: string | string[] | undefined, policy: string | string[] | undefined): string[] {
  if (limit === undefined && policy === undefined) return [];
  const limits = String(limit)
    .split(", ")
    .map((one) => LIMIT.exec(one));
  const policies = String(policy)
    .split(", ")
    .map((one) => POLICY.exec(one));
  const fits = limits.every((one, index) => {
    const of = policies[index];
    if (!one || !of) return false;
    const [, name, remaining, reset] = one;
    const [, policyName, quota, window] = of;
    return name === policyName && Number(remaining) <= Number(quota) && Number(reset) <= Number(window);
  });
  return fits && limits.length === policies.length ? [] : [`RateLimit: ${limit}; RateLimit-Policy: ${policy}`];
}
