import type { PageContent } from "./content/blocks.ts";
import type { PageData } from "./page-data.ts";
import { accountPage } from "./pages/account.ts";
import { actingPage } from "./pages/acting.ts";
import { cataloguePage } from "./pages/catalogue.ts";
import { errorsPage } from "./pages/errors.ts";
import { limitsPage } from "./pages/limits.ts";
import { mcpPage } from "./pages/mcp.ts";
import { startPage } from "./pages/start.ts";

const START_PATH = "/developers";

/** The guides behind the start page, in the order of the navigation. */
const FURTHER_GUIDES = {
  catalogue: cataloguePage,
  account: accountPage,
  mcp: mcpPage,
  acting: actingPage,
  errors: errorsPage,
  limits: limitsPage,
} satisfies Record<string, (data: PageData) => PageContent>;

export type GuideName = "start" | keyof typeof FURTHER_GUIDES;

/** Every guide's name. */
export const GUIDE_NAMES: GuideName[] = ["start", ...(Object.keys(FURTHER_GUIDES) as (keyof typeof FURTHER_GUIDES)[])];

export function guidePath(name: GuideName): string {
  return name === "start" ? START_PATH : `${START_PATH}/${name}`;
}

export function guideContent(name: GuideName, data: PageData): PageContent {
  if (name !== "start") return FURTHER_GUIDES[name](data);
  const guides = GUIDE_NAMES.filter((one) => one !== "start");
  return startPage(
    data,
    guides.map((one) => ({ path: guidePath(one), content: guideContent(one, data) })),
  );
}
