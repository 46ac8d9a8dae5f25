import { type FetchHandler, httpsOnly } from "../../shared/api/http/before-worker.ts";
import { announceVersions, versionNotices } from "../../shared/api/versions/version-notices.ts";
import { frontDoor } from "./front-door.ts";
import { doors, type SiteContext, type SiteEnv } from "./site-context.ts";
import { sitePages } from "./site-pages.ts";

/**
 * The application for every address of the service. Its own refusals of API requests over plain http announce the API
 * versions, like the APIs.
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
