import { describe } from "vitest";
import { ACTING_SETTINGS } from "../../../dev/whmcs/local-installation.ts";
import { useWorld, type World } from "../../support/world.ts";
import type { OwnRecords } from "../journeys/acting/acting-system.ts";
import { walkingThrough } from "../journeys/acting/walking-through.ts";

/** The journeys that act, in front of WHMCS: each is the one that the embedded engine has. One system for all of them. */
const world = useWorld({ whmcs: {}, vars: { billing: ACTING_SETTINGS } });

/** The records of the simulated installation and of the registrar behind it. */
function installationRecords(world: World): OwnRecords {
  return {
    async atRegistrar(name) {
      return world.whmcs.installation.registrar.names.get(name) ?? null;
    },
    countOrders: async () => world.whmcs.state.orders.length,
    async countMailsAbout({ invoice }) {
      return world.whmcs.state.mails.filter(({ relatedId }) => relatedId === invoice.id).length;
    },
    async passDay() {
      world.whmcs.control.runDay();
      await world.tick();
    },
  };
}

const system = Object.assign(world, { acts: true, records: installationRecords(world) });

describe("all that can be done", () => walkingThrough(system));
