import { isJsonObject } from "../../../shared/platform/json.ts";
import { AddonRefusal } from "./addon-answer.ts";

/** Parameters for an action: texts, numbers, yes and no, lists or maps of them, and nothing but what a list allows. @throws AddonRefusal */
export function plainParameters(given: unknown, allowed: readonly string[]): Record<string, unknown> {
  if (!isJsonObject(given)) throw new AddonRefusal("bad_parameters");
  for (const [name, value] of Object.entries(given)) {
    const items = typeof value === "object" && value !== null ? Object.values(value) : [value];
    const isPlain = items.every((item) => ["string", "number", "boolean"].includes(typeof item));
    if (!allowed.includes(name) || !isPlain) throw new AddonRefusal("bad_parameters");
  }
  return given;
}

/** The parameters with the account set. @throws AddonRefusal where they name another one */
export function ofClient(parameters: Record<string, unknown>, holder: string, client: number): Record<string, unknown> {
  if (String(parameters[holder] ?? client) !== String(client)) throw new AddonRefusal("foreign_account");
  return { ...parameters, [holder]: client };
}

/** A number of an account, a user or what they have. */
export function isId(given: unknown): given is number {
  return typeof given === "number" && Number.isInteger(given) && given > 0;
}
