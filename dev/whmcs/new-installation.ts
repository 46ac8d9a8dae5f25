import type { Installation } from "./actions/action.ts";
import { SECRETS } from "./actions/clients.ts";
import { holdRegistered } from "./provisioning/fulfilment.ts";
import { Registrar } from "./provisioning/registrar.ts";
import { HOSTILE_QUIRKS, NO_QUIRKS } from "./quirks.ts";
import type { Profile } from "./spelling.ts";

/** Whose credential the API is called with. */
export const ADMINISTRATOR = { id: 7, username: "frontdesk" };

/** An installation of a profile's version, with its settings and its registrar. */
export function newInstallation({
  profile,
  ...given
}: Pick<Installation, "state" | "timeZone" | "now"> & { profile: Profile }): Installation {
  const version = profile === "hostile" ? "8.13.0" : `${profile}.0`;
  const settings = { TaxEnabled: "on", TaxType: "Exclusive", Language: "english" };
  const installation: Installation = {
    ...{ ...given, version, adminId: ADMINISTRATOR.id, settings },
    quirks: { ...(profile === "hostile" ? HOSTILE_QUIRKS : NO_QUIRKS) },
    registrar: new Registrar(SECRETS.authCode),
    isRace: false,
    journal: [],
  };
  holdRegistered(installation);
  return installation;
}
