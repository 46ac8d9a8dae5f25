import { describe } from "vitest";
import { useWorld } from "../../support/world.ts";
import { hangingBilling } from "./hanging-billing.ts";
import { signInDoors } from "./sign-in-doors.ts";

const world = useWorld({ isWatched: true });

// Comes first, because it expects a log without failures.
describe("the doors of the sign-in", () => signInDoors(world));
describe("a billing system that fails", () => hangingBilling(world));
