import { env } from "cloudflare:workers";
import { frontDoor } from "./front-door.ts";
import { doors, type SiteEnv, siteContext } from "./site-context.ts";
import { sitePages } from "./site-pages.ts";

const settings = env as unknown as SiteEnv;

/** The one origin of everything: the pages, and the door to the other Workers. */
export default frontDoor(doors(settings), sitePages(siteContext(settings)));
