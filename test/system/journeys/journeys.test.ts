import { describe } from "vitest";
import { namecomRegistrar } from "../../../workers/billing/engine/registrar/namecom.ts";
import { useWorld, type World } from "../../support/world.ts";
import type { PlacedOrder } from "./acting/act.ts";
import type { OwnRecords } from "./acting/acting-system.ts";
import { approving } from "./acting/approving.ts";
import { direct } from "./acting/direct-connections.ts";
import { refusing } from "./acting/refusing.ts";
import { walkingThrough } from "./acting/walking-through.ts";
import { workedExamples } from "./acting/worked-examples.ts";
import { apiToken } from "./reading/api-token.ts";

/** Returns access to the records of the embedded engine and the sandbox registrar. */
function engineRecords(world: World): OwnRecords {
  const registrar = () => namecomRegistrar(world.registry.registrarAccount);
  return {
    async atRegistrar(name) {
      const held = await registrar().read(name);
      if (!held.ok || !held.value) return null;
      const { expiresOn, nameservers, locked } = held.value;
      const code = await registrar().readAuthCode(name);
      return { expiresOn, nameservers, isLocked: locked, authCode: code.ok ? code.value : "" };
    },
    countOrders: async () =>
      (await world.billing.prepare("SELECT count(*) AS count FROM orders").first<number>("count")) ?? 0,
    async countMailsAbout({ order_id }: PlacedOrder, login) {
      const mails = await world.mailsTo(`${login}@maple.example`);
      return mails.filter(({ subject }) => subject.startsWith(`Order ${order_id}:`)).length;
    },
    async transferCodesOf(name, owner) {
      const mails = (await world.mailsTo(owner)).filter(({ subject }) => subject === `Transfer code of ${name}`);
      return mails.map(({ to, text }) => ({
        to: to.join(),
        code: /Transfer code:\s+(\S+)/.exec(text ?? "")?.[1] ?? "",
      }));
    },
    passDay: () => world.tick(),
  };
}

const world = useWorld();
const system = Object.assign(world, { acts: true, records: engineRecords(world) });

describe("a direct connection", () => direct(world));
describe("an API token", () => apiToken(system));
describe("the examples on the developer pages", () => workedExamples(system));
describe("orders and changes", () => walkingThrough(system));
describe("domains that cannot be ordered", () => refusing(system));
describe("approvals", () => approving(system));
