import { describe } from "vitest";
import { forms } from "./forms.ts";
import { inBrowser } from "./in-browser.ts";
import { looking } from "./looking.ts";
import { pageTexts } from "./page-texts.ts";
import { useArea } from "./support/area.ts";

/** One system for the pages of the client area. The texts come first, with the seeded data. */
const area = useArea();

describe("texts", () => pageTexts(area));
describe("looking", () => looking(area));
describe("forms", () => forms(area));
describe("in a browser", () => inBrowser(area));
