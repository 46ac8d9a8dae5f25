import { PERMISSIONS, type Permission } from "../../../shared/billing-contract/call.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { bool } from "../api/decode.ts";

const isPermission = (name: unknown): name is Permission => (PERMISSIONS as readonly unknown[]).includes(name);

/**
 * The permissions in an answer of GetUserPermissions, whose shape is not documented: a plain list, a list under `permission`, text with
 * commas, or an object of names and yes or no, each under `permissions`. Names that are unknown are left out.
 * @returns null for any other shape: nothing is permitted by what cannot be read
 */
export function permissionsIn(answer: Record<string, unknown>): Permission[] | null {
  const outer = answer.permissions;
  const listed = isJsonObject(outer) && "permission" in outer ? outer.permission : outer;
  if (typeof listed === "string")
    return listed
      .split(",")
      .map((name) => name.trim())
      .filter(isPermission);
  if (Array.isArray(listed))
    return listed.every((name) => typeof name === "string") ? listed.filter(isPermission) : null;
  if (!isJsonObject(listed)) return null;
  const entries = Object.entries(listed);
  if (entries.every(([key]) => /^\d+$/.test(key))) {
    const names = entries.map(([, name]) => name);
    return names.every((name) => typeof name === "string") ? names.filter(isPermission) : null;
  }
  const read = entries.map(([name, value]) => ({ name, granted: bool.safeParse(value) }));
  if (!read.every(({ granted }) => granted.success)) return null;
  return read.flatMap(({ name, granted }) => (granted.data && isPermission(name) ? [name] : []));
}
