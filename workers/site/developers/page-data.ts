import { SCOPES, type Scope, ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import { type ApiName, answeredVersions, READ_BY_PAGES } from "../../../shared/api/versions/api-versions.ts";
import { type ServerEntry, serverEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { linkTo } from "../../../shared/pages/visit.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { type Fetched, takesChanges } from "../api-clients.ts";
import { pageMaxAge, type SitePageRequest } from "../page-request.ts";
import type { ApiReference, DescribedEndpoint } from "./reference/api-reference.ts";

/** The data for the developers' pages. */
export interface PageData extends SitePageRequest {
  language: Language;
  catalogue: ApiReference;
  /** The account's reference; `null` if the account does not respond. */
  account: ApiReference | null;
  /** The operations of both APIs in every served version. Those of the documented version come first. */
  operations: DescribedOperation[];
  /** Whether the OpenAPI document of every version could be read. */
  isComplete: boolean;
  /** Whether the provider is known to accept no orders or changes on accounts. */
  isReadOnly: boolean;
  /** The scopes that a customer can grant. */
  scopes: readonly Scope[];
  servers: Record<ServerEntry["part"], ServerEntry>;
  /** URL of the page with the customer's connected assistants. */
  assistants: string;
  /** Number of seconds for which caches may keep a page. */
  maxAge: number;
}

/** An operation in one version of its API, and the page that describes it. */
export interface DescribedOperation extends DescribedEndpoint {
  api: ApiName;
  major: number;
  /** Whether the pages document this version. */
  isCurrent: boolean;
  page: string;
}

/** A served version of an API with its reference; `read` is `null` if the reference cannot be read. */
interface DescribedVersion {
  api: ApiName;
  major: number;
  isCurrent: boolean;
  read: Fetched<ApiReference> | null;
}

/** Reads the references of both APIs in every served version, in the order of the version tables. */
export function readReferences({ context, visit, requestId }: SitePageRequest): Promise<DescribedVersion[]> {
  const { origin } = visit.url;
  const today = context.now().toISOString().slice(0, 10);
  const versions = (["catalogue", "account"] as const).flatMap((api) =>
    answeredVersions(context.versions[api], today).map(({ major }) => ({ api, major })),
  );
  return Promise.all(
    versions.map(async ({ api, major }) => ({
      ...{ api, major, isCurrent: major === READ_BY_PAGES[api] },
      read: await context.references.read(`${api} ${major} ${origin}`, () =>
        context[api].openApi({ requestId, origin }, major),
      ),
    })),
  );
}

/**
 * Returns the operations of all versions; an empty list if the catalogue's description cannot be read. A page is named
 * after its operation's id, with the prefix `account-` if the catalogue has the same id. Pages of other versions have
 * the version number in their path.
 */
export function operationsOf(versions: DescribedVersion[]): DescribedOperation[] {
  const catalogue = versions.find(({ api, isCurrent }) => api === "catalogue" && isCurrent)?.read;
  if (!catalogue) return [];
  const taken = new Set(catalogue.value.endpoints.map(({ id }) => id));
  const current = versions.filter(({ isCurrent }) => isCurrent);
  const further = versions.filter(({ isCurrent }) => !isCurrent);
  return [...current, ...further].flatMap(({ read, ...version }) =>
    (read?.value.endpoints ?? []).map((endpoint) => {
      const name = version.api === "account" && taken.has(endpoint.id) ? `account-${endpoint.id}` : endpoint.id;
      const page = `/developers/operations/${version.isCurrent ? "" : `v${version.major}/`}${name}`;
      return { ...endpoint, ...version, page };
    }),
  );
}

/** The scopes to show if it is unknown which ones a customer can grant. */
const ALWAYS_GIVEN = SCOPES.filter((scope) => scope !== ZONES_SCOPE);

/** Reads the data for the developers' pages; `null` if the catalogue does not respond. */
export async function readPageData(request: SitePageRequest): Promise<PageData | null> {
  const { context, visit, addresses, requestId } = request;
  const [versions, scopes] = await Promise.all([
    readReferences(request),
    context.account.scopes({ requestId, origin: visit.url.origin }),
  ]);
  const current = (of: ApiName) => versions.find(({ api, isCurrent }) => api === of && isCurrent)?.read?.value ?? null;
  const catalogue = current("catalogue");
  if (!catalogue) return null;
  const { name } = context.theme.brand;
  const references = versions.map(({ read }) => read);
  return {
    ...request,
    language: visit.language,
    catalogue,
    account: current("account"),
    operations: operationsOf(versions),
    isComplete: !references.includes(null),
    isReadOnly: takesChanges(scopes) === false,
    scopes: scopes?.value ?? ALWAYS_GIVEN,
    servers: {
      catalogue: serverEntry(name, "catalogue", addresses.catalogueMcp),
      account: serverEntry(name, "account", addresses.accountMcp),
      "account-reader": serverEntry(name, "account-reader", addresses.accountRead),
    },
    assistants: `${addresses.auth}${linkTo(visit, "/connected-assistants")}`,
    maxAge: pageMaxAge([...references, scopes]),
  };
}
