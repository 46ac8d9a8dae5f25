import { describe } from "vitest";
import { buying } from "./buying.ts";
import { byHand } from "./by-hand.ts";
import { domainSettings } from "./domain-settings.ts";
import { orderLinks } from "./order-links.ts";
import { orders } from "./orders.ts";
import { payingElsewhere } from "./paying-elsewhere.ts";
import { services } from "./services.ts";
import { useArea } from "./support/area.ts";

/** What customers order and change, in one system. The cart comes last: it changes prices and uses the limits up. */
const area = useArea();

describe("what was ordered", () => orders(area));
describe("services", () => services(area));
describe("settings of a domain", () => domainSettings(area));
describe("by hand", () => byHand(area));
describe("paying elsewhere", () => payingElsewhere(area));
describe("order links", () => orderLinks(area));
describe("the cart", () => buying(area));
