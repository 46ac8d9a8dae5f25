import { env } from "cloudflare:workers";
import { siteApplication } from "../../../workers/site/site-application.ts";
import { type SiteEnv, siteContext } from "../../../workers/site/site-context.ts";
import { TWO_VERSIONS } from "../two-versions.ts";

const settings = env as unknown as SiteEnv;

/** The front door of a catalogue with two versions. */
export default siteApplication(settings, siteContext(settings, TWO_VERSIONS));
