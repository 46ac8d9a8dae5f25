import { describe } from "vitest";
import { forms } from "./forms.ts";
import { inBrowser } from "./in-browser.ts";
import { looking } from "./looking.ts";
import { pageTexts } from "./page-texts.ts";
import { useArea } from "./support/area.ts";

/** What the client area shows, in one system. The texts come first, while the data is as it was seeded. */
const area = useArea();

describe("texts", () => pageTexts(area));
describe("looking", () => looking(area));
describe("forms", () => forms(area));
describe("in a browser", () => inBrowser(area));
