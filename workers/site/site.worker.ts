import { env } from "cloudflare:workers";
import { httpsOnly } from "../../shared/api/http/https-only.ts";
import { frontDoor } from "./front-door.ts";
import { doors, type SiteEnv, siteContext } from "./site-context.ts";
import { sitePages } from "./site-pages.ts";

const settings = env as unknown as SiteEnv;
const context = siteContext(settings);

/** The one origin of everything: the pages, and the door to the other Workers. */
export default httpsOnly(context.addressesOf, frontDoor(doors(settings), sitePages(context)));
