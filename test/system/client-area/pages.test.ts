import { describe } from "vitest";
import { forms } from "./forms.ts";
import { inBrowser } from "./in-browser.ts";
import { looking } from "./looking.ts";
import { pageTexts } from "./page-texts.ts";
import { useArea } from "./support/area.ts";

// All parts share one system. The texts come first, because they need the unchanged seeded data.
const area = useArea();

describe("page texts", () => pageTexts(area));
describe("visible pages", () => looking(area));
describe("forms", () => forms(area));
describe("the pages in a browser", () => inBrowser(area));
