import { describe } from "vitest";
import { useWorld } from "../../support/world.ts";
import { currencies } from "./currencies.ts";
import { load } from "./load.ts";

const world = useWorld({ whmcs: {} });

describe("currencies", () => currencies(world));
// The load tests come last, because they stop WHMCS.
describe("load", () => load(world));
