import { describe } from "vitest";
import { useWorld } from "../../support/world.ts";
import { currencies } from "./currencies.ts";
import { load } from "./load.ts";

const world = useWorld({ whmcs: {} });

describe("currencies", () => currencies(world));
// Comes last, because the installation stops.
describe("load", () => load(world));
