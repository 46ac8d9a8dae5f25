import { env } from "cloudflare:workers";
import { siteApplication } from "./site-application.ts";
import { type SiteEnv, siteContext } from "./site-context.ts";

const settings = env as unknown as SiteEnv;

/** The origin of the whole service: the pages, and the routes to the other Workers. */
export default siteApplication(settings, siteContext(settings));
