import { takesBody } from "../../../shared/api/definition/operation.ts";
import { type Call, type Input, ownMembers } from "./calls.ts";
import type { Expected } from "./cells.ts";
import { kindOf } from "./id-kinds.ts";

/** The example of an operation, as whoever calls it in this way sends it. */
export function exampleOf({ operation }: Call): Input {
  return operation.example as Input;
}

/**
 * A call that gets past the credential, its scope and its limit, and no further: with a member that nobody knows, which is looked at
 * right after them.
 */
export function stopsAtInput(call: Call, input: Input = exampleOf(call)): { input: Input; expected: Expected } {
  const { operation, transport } = call;
  const code = transport === "mcp" && takesBody(operation) ? "invalid_body" : "invalid_parameter";
  if (transport === "mcp" || !takesBody(operation)) {
    return { input: { ...input, colour: "red" }, expected: { status: 400, code } };
  }
  return { input: { ...input, colour: "red" }, expected: { status: 400, code: "invalid_body" } };
}

/** A call that is admitted, the login's permissions included, and changes nothing. */
export function harmless(call: Call): { input: Input; expected: Expected } {
  const { operation } = call;
  const input = exampleOf(call);
  const [member] = ownMembers(operation);
  // No registry is asked about a name that is not sold here.
  if (operation.target?.kind === "domain" && member === undefined) {
    return { input: { ...input, domain: "free-matrix.zz" }, expected: { status: 409, code: "not_offered" } };
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
  throw new Error(`${operation.id}: which call of it changes nothing, and is only refused once it is admitted?`);
}
