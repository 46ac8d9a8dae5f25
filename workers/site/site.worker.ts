import { env } from "cloudflare:workers";
import { httpsOnly } from "../../shared/api/http/https-only.ts";
import { frontDoor } from "./front-door.ts";
import { doors, type SiteEnv, siteContext } from "./site-context.ts";
import { sitePages } from "./site-pages.ts";

const settings = env as unknown as SiteEnv;
const context = siteContext(settings);

/** The origin of the whole service: the pages, and the routes to the other Workers. */
export default httpsOnly(context.addressesOf, frontDoor(doors(settings), sitePages(context)));
