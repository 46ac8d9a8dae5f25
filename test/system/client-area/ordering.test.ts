import { describe } from "vitest";
import { buying } from "./buying.ts";
import { byHand } from "./by-hand.ts";
import { domainSettings } from "./domain-settings.ts";
import { orderLinks } from "./order-links.ts";
import { orders } from "./orders.ts";
import { payingElsewhere } from "./paying-elsewhere.ts";
import { services } from "./services.ts";
import { useArea } from "./support/area.ts";

/** One system for orders and changes. The cart comes last, because it changes prices and uses up limits. */
const area = useArea();

describe("orders and invoices", () => orders(area));
describe("services", () => services(area));
describe("settings of a domain", () => domainSettings(area));
describe("renewals, transfers away and the history", () => byHand(area));
describe("payment on the provider's page", () => payingElsewhere(area));
describe("order links", () => orderLinks(area));
describe("the cart", () => buying(area));
