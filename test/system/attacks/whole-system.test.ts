import { describe } from "vitest";
import { useWorld } from "../../support/world.ts";
import { hangingBilling } from "./hanging-billing.ts";
import { signInDoors } from "./sign-in-doors.ts";

const world = useWorld({ isWatched: true });

// These tests come first, because they expect a log without failures.
describe("the sign-in forms and authorization requests", () => signInDoors(world));
describe("a billing system that fails", () => hangingBilling(world));
