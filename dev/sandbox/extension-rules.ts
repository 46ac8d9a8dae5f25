import { extensionOf } from "../../shared/availability/sources.ts";
import { SOURCES } from "../../shared/availability/sources-table.ts";

/** Registries without a lock of the registrar's (`clientTransferProhibited`). */
const WITHOUT_LOCK = ["at", "be", "ch", "co.uk", "de", "eu", "li", "me.uk", "nl", "org.uk", "uk"];

/** Nominet moves a name by its registrar's tag; nobody asks for a code. */
const WITHOUT_AUTH_CODE = ["co.uk", "me.uk", "org.uk", "uk"];

/** Whether the registry of `name` lets a registrar lock it against transfers. */
export function supportsLock(name: string): boolean {
  return !WITHOUT_LOCK.includes(name.slice(name.indexOf(".") + 1));
}

/** Whether a transfer of `name` needs its auth code. */
export function needsAuthCode(name: string): boolean {
  return !WITHOUT_AUTH_CODE.includes(name.slice(name.indexOf(".") + 1));
}

/** Whether `name` is one label right under an extension of the table that takes new names. */
export function canBeRegistered(name: string): boolean {
  const extension = extensionOf(name, SOURCES);
  return extension !== null && !extension.closed && name.slice(name.indexOf(".") + 1) === extension.extension;
}
