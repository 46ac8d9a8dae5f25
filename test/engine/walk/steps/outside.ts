import { MODES } from "../world/registry.ts";
import type { Call, World } from "../world/world.ts";
import { writeCall } from "./customers.ts";

/** The registrar begins to behave in the next way, or works again. */
export function setRegistrar(world: World): Call {
  const mode = world.registry.mode === "up" ? (MODES[++world.registrarModes % MODES.length] ?? "up") : "up";
  return outside(`registrar ${mode}`, () => {
    world.registry.mode = mode;
  });
}

export function setMails(world: World): Call {
  const mode = world.mails.mode === "up" ? world.pick(["fails", "lost"] as const) : "up";
  return outside(`mails ${mode}`, () => {
    world.mails.mode = mode;
  });
}

/** The operator says what became of a reference: in the engine nothing changes by it. */
export function settle(world: World): Call | null {
  const { asked } = world.answers;
  if (asked.length === 0) return null;
  const { reference, operation, actor } = world.pick(asked);
  const outcome = world.pick(["done", "nothing"] as const);
  const run = async () => {
    const settled = { operation, target: null, outcome, orderId: null };
    const result = await world.engine.settleWrite(writeCall(actor, [], reference), settled);
    if (world.task.written > 0) world.fail("settling writes nothing", { reference });
    return result.ok ? "ok" : result.problem.code;
  };
  return { name: "settle", kind: "operator", actor: null, run };
}

function outside(name: string, change: () => void): Call {
  return {
    ...{ name, kind: "outside", actor: null },
    async run() {
      change();
      return "ok";
    },
  };
}
