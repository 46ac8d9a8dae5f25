import { takesBody } from "../../../shared/api/definition/operation.ts";
import type { Probe } from "./cells.ts";
import type { Input } from "./known-account.ts";
import { kindOf } from "./targets.ts";
import { exampleOf, ownMembers, type Way } from "./ways.ts";

/** Returns an input that passes the credential, scope and limit checks but has an unknown member. */
export function stopsAtInput(way: Way, input: Input = exampleOf(way)): Probe {
  const code = takesBody(way.operation) ? "invalid_body" : "invalid_parameter";
  return { input: { ...input, colour: "red" }, expected: { status: 400, code }, isRefusedFirst: true };
}

/** Returns an input that passes all access checks, including the login's permissions, but changes nothing. */
export function harmless(way: Way): Probe {
  const { operation } = way;
  const input = exampleOf(way);
  const [member] = ownMembers(operation);
  // The provider does not sell this extension, so no registry is queried.
  if (operation.target?.kind === "domain" && member === undefined) {
    const [status, code] = operation.id === "checkDomain" ? [404, "not_found"] : [409, "not_offered"];
    return {
      input: { ...input, domain: "free-matrix.zz" },
      expected: { status: status as number, code: code as string },
    };
  }
  if (!takesBody(operation)) return { input, expected: { status: 200, code: null } };
  if (member !== undefined) {
    const unknown = kindOf(operation, member).unknown[0];
    const repeated = "confirm_domain" in input ? { confirm_domain: unknown } : {};
    return { input: { ...input, ...repeated, [member]: unknown }, expected: { status: 404, code: "not_found" } };
  }
  if ("accept_terms" in input) {
    const { accept_terms: _, ...rest } = input;
    return { input: rest, expected: { status: 409, code: "terms_not_accepted" } };
  }
  throw new Error(`${operation.id}: no call is known that is admitted and changes nothing`);
}
