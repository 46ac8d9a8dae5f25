import { MODES } from "../world/registry.ts";
import type { Call, World } from "../world/world.ts";

/** The registrar begins to behave in the next way, or works again. */
export function setRegistrar(world: World): Call {
  const mode = world.registry.mode === "up" ? (MODES[++world.registrarModes % MODES.length] ?? "up") : "up";
  const run = async () => {
    world.registry.mode = mode;
    return "ok";
  };
  return { name: `registrar ${mode}`, kind: "outside", run };
}
