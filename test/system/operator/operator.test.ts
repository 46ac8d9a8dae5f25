import { describe } from "vitest";
import { PRODUCT } from "../../support/product-workers.ts";
import { useWorld } from "../../support/world.ts";
import { access, GUARDED } from "./access.ts";
import { acts } from "./acts.ts";
import { operatorConsole } from "./console.ts";
import { erasures } from "./erasures.ts";
import { search } from "./search.ts";
import { throttledHost } from "./throttled-host.ts";

/** A system with two kinds of consoles: the demonstration's and consoles behind Cloudflare Access. */
const world = useWorld({ workers: [...PRODUCT, "operator"], more: GUARDED, isWatched: true });

describe("access to the console", () => access(world));
describe("acts", () => acts(world));
describe("lookups and acts", () => operatorConsole(world));
describe("the search", () => search(world));
describe("exports and erasures", () => erasures(world));
describe("a throttled host", () => throttledHost(world));
