import type { ZoneProblem } from "../../../shared/zones-contract/zone-system.ts";

/** A refusal whose reason the server says in its own words, which are not shown. */
export function refusedByServer(): ZoneProblem {
  return {
    code: "refused",
    reason: {
      en: "The server does not take this for the zone, and says no reason that can be passed on. Try fewer changes at once, or ask the provider.",
      fr: "Le serveur n’accepte pas cela pour la zone et ne donne aucune raison qui puisse être transmise. Essayez moins de changements à la fois, ou demandez au fournisseur.",
    },
  };
}
