import { describe } from "vitest";
import { buying } from "./buying.ts";
import { byHand } from "./by-hand.ts";
import { domainSettings } from "./domain-settings.ts";
import { orderLinks } from "./order-links.ts";
import { orders } from "./orders.ts";
import { payingElsewhere } from "./paying-elsewhere.ts";
import { services } from "./services.ts";
import { useArea } from "./support/area.ts";

// All parts share one system. The cart comes last, because its tests change prices and use up limits.
const area = useArea();

describe("orders and invoices", () => orders(area));
describe("services", () => services(area));
describe("domain settings", () => domainSettings(area));
describe("renewals, transfers away and the history", () => byHand(area));
describe("payments on the provider's own page", () => payingElsewhere(area));
describe("order links", () => orderLinks(area));
describe("the cart", () => buying(area));
