import { describe } from "vitest";
import { ACTING_SETTINGS } from "../../../dev/whmcs/local-installation.ts";
import { useWorld, type World } from "../../support/world.ts";
import type { OwnRecords } from "../journeys/acting/acting-system.ts";
import { approving } from "../journeys/acting/approving.ts";
import { refusing } from "../journeys/acting/refusing.ts";
import { walkingThrough } from "../journeys/acting/walking-through.ts";
import { workedExamples } from "../journeys/acting/worked-examples.ts";

/** A system on WHMCS that accepts orders and changes. It runs the same journeys as the embedded engine. */
const world = useWorld({ whmcs: {}, vars: { billing: ACTING_SETTINGS } });

/** Returns access to the records of the simulated installation and its registrar. */
function installationRecords(world: World): OwnRecords {
  return {
    async atRegistrar(name) {
      return world.whmcs.installation.registrar.names.get(name) ?? null;
    },
    countOrders: async () => world.whmcs.state.orders.length,
    async countMailsAbout({ invoice }) {
      return world.whmcs.state.mails.filter(({ relatedId }) => relatedId === invoice.id).length;
    },
    async transferCodesOf(name) {
      const mails = world.whmcs.addon.delivered.filter(({ subject }) => subject.includes(name));
      return mails.map(({ to, text }) => ({ to, code: /<p>(\S+)<\/p>$/.exec(text)?.[1] ?? "" }));
    },
    async passDay() {
      world.whmcs.control.runDay();
      await world.tick();
    },
  };
}

const system = Object.assign(world, { acts: true, records: installationRecords(world) });

describe("the examples on the developer pages", () => workedExamples(system));
describe("orders and changes", () => walkingThrough(system));
describe("domains that cannot be ordered", () => refusing(system));
describe("approvals", () => approving(system));
