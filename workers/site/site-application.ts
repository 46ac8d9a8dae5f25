import { type FetchHandler, httpsOnly } from "../../shared/api/http/before-worker.ts";
import { announceVersions, versionNotices } from "../../shared/api/versions/version-notices.ts";
import { frontDoor } from "./front-door.ts";
import { doors, type SiteContext, type SiteEnv } from "./site-context.ts";
import { sitePages } from "./site-pages.ts";

/**
 * Returns the handler for all URLs of the service. The front door refuses API requests over plain http, and those
 * responses announce the API versions just as the APIs do.
 */
export function siteApplication(
  settings: SiteEnv,
  context: SiteContext,
): FetchHandler<[env: unknown, execution: ExecutionContext]> {
  const { addressesOf, versions } = context;
  const notices = [...versionNotices("account", versions.account), ...versionNotices("catalogue", versions.catalogue)];
  const served = frontDoor(doors(settings, versions), sitePages(context));
  return announceVersions(notices, addressesOf, httpsOnly(addressesOf, served));
}
