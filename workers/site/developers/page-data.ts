import { SCOPES, type Scope, ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import type { VersionTables } from "../../../shared/api/versions/api-versions.ts";
import type { Brand } from "../../../shared/pages/brand.ts";
import { type ServerEntry, serverEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { takesChanges } from "../api-clients.ts";
import { pageMaxAge, type SitePageRequest } from "../page-request.ts";
import { type ApiReference, type DescribedEndpoint, readReference } from "./reference/api-reference.ts";
import type { PublishedOpenApi } from "./reference/published-openapi.ts";

export type ApiPart = "catalogue" | "account";

/** What the developers' pages are made from. */
export interface PageData {
  brand: Brand;
  visit: Visit;
  language: Language;
  addresses: Addresses;
  catalogue: ApiReference;
  versions: VersionTables;
  /** Null while the account does not answer. */
  account: ApiReference | null;
  /** The account's provider takes no orders or changes. */
  isReadOnly: boolean;
  /** Those that a customer can give. */
  scopes: readonly Scope[];
  servers: Record<ApiPart, ServerEntry>;
  /** Address of the customer's connected assistants. */
  assistants: string;
  /** Seconds that a page may be kept. */
  maxAge: number;
}

/** While it is not known which can be given. */
const ALWAYS_GIVEN = SCOPES.filter((scope) => scope !== ZONES_SCOPE);

/** Null while the catalogue does not answer. */
export async function readPageData({
  context,
  visit,
  addresses,
  requestId,
}: SitePageRequest): Promise<PageData | null> {
  const { origin } = visit.url;
  const question = { requestId, origin };
  const [catalogue, account, scopes] = await Promise.all([
    context.references.read(`catalogue ${origin}`, () => context.catalogue.openApi(question)),
    context.references.read(`account ${origin}`, () => context.account.openApi(question)),
    context.account.scopes(question),
  ]);
  if (!catalogue) return null;
  const { brand } = context.theme;
  return {
    brand,
    visit,
    language: visit.language,
    addresses,
    versions: context.versions,
    catalogue: catalogue.value,
    account: account?.value ?? null,
    isReadOnly: takesChanges(scopes) === false,
    scopes: scopes?.value ?? ALWAYS_GIVEN,
    servers: {
      catalogue: serverEntry(brand.name, "catalogue", addresses.catalogueMcp),
      account: serverEntry(brand.name, "account", addresses.accountMcp),
    },
    assistants: `${addresses.auth}${linkTo(visit, "/connected-assistants")}`,
    maxAge: pageMaxAge([catalogue, account, scopes]),
  };
}

/** An operation's page: its endpoint and the last part of its address. */
export interface OperationEntry {
  part: ApiPart;
  endpoint: DescribedEndpoint;
  /** The operation's id; with `account-` in front where the catalogue has an operation of the same id. */
  name: string;
  path: string;
}

/** The operations of both APIs, in their order. */
export function operationEntries({ catalogue, account }: Pick<PageData, "catalogue" | "account">): OperationEntry[] {
  const taken = new Set(catalogue.endpoints.map(({ id }) => id));
  const entry = (part: ApiPart, endpoint: DescribedEndpoint): OperationEntry => {
    const name = part === "account" && taken.has(endpoint.id) ? `account-${endpoint.id}` : endpoint.id;
    return { part, endpoint, name, path: `/developers/operations/${name}` };
  };
  return [
    ...catalogue.endpoints.map((endpoint) => entry("catalogue", endpoint)),
    ...(account?.endpoints ?? []).map((endpoint) => entry("account", endpoint)),
  ];
}

/** The paths of the operations' pages. */
export function operationPaths(catalogue: PublishedOpenApi | null, account: PublishedOpenApi | null): string[] {
  if (!catalogue) return [];
  const references = { catalogue: readReference(catalogue), account: account && readReference(account) };
  return operationEntries(references).map(({ path }) => path);
}
