import { SCOPES, type Scope, ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import { answeredVersions, READ_BY_PAGES, type VersionTables } from "../../../shared/api/versions/api-versions.ts";
import type { Brand } from "../../../shared/pages/brand.ts";
import { type ServerEntry, serverEntry } from "../../../shared/pages/connecting/server-entry.ts";
import { linkTo, type Visit } from "../../../shared/pages/visit.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { Language } from "../../../shared/platform/language.ts";
import { takesChanges } from "../api-clients.ts";
import { pageMaxAge, type SitePageRequest } from "../page-request.ts";
import type { SiteContext } from "../site-context.ts";
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
  /** Of the versions that the pages are not made from, but for the operations' own. */
  further: FurtherVersion<ApiReference>[];
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

/** A version that is answered beside the one that pages are made from. */
export interface FurtherVersion<Described> {
  part: ApiPart;
  major: number;
  /** Null while it is not to be had. */
  described: Described | null;
}

/** The further versions of both APIs, each with what is read of it. */
export function readFurther<Described>(
  { versions, now }: Pick<SiteContext, "versions" | "now">,
  read: (part: ApiPart, major: number) => Promise<Described | null>,
): Promise<FurtherVersion<Described>[]> {
  const today = now().toISOString().slice(0, 10);
  const majors = (["catalogue", "account"] as const).flatMap((part) =>
    answeredVersions(versions[part], today)
      .filter(({ major }) => major !== READ_BY_PAGES[part])
      .map(({ major }) => ({ part, major })),
  );
  return Promise.all(majors.map(async (of) => ({ ...of, described: await read(of.part, of.major) })));
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
  const [catalogue, account, scopes, further] = await Promise.all([
    context.references.read(`catalogue ${origin}`, () => context.catalogue.openApi(question)),
    context.references.read(`account ${origin}`, () => context.account.openApi(question)),
    context.account.scopes(question),
    readFurther(context, (part, major) =>
      context.references.read(`${part} ${major} ${origin}`, () => context[part].openApi(question, major)),
    ),
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
    further: further.map(({ described, ...of }) => ({ ...of, described: described?.value ?? null })),
    isReadOnly: takesChanges(scopes) === false,
    scopes: scopes?.value ?? ALWAYS_GIVEN,
    servers: {
      catalogue: serverEntry(brand.name, "catalogue", addresses.catalogueMcp),
      account: serverEntry(brand.name, "account", addresses.accountMcp),
    },
    assistants: `${addresses.auth}${linkTo(visit, "/connected-assistants")}`,
    maxAge: pageMaxAge([catalogue, account, scopes, ...further.map(({ described }) => described)]),
  };
}

/** An operation's page: its endpoint and the last part of its address. */
export interface OperationEntry {
  part: ApiPart;
  major: number;
  /** Address of its version of the API. */
  server: string;
  endpoint: DescribedEndpoint;
  /** The operation's id; with `account-` in front where the catalogue has an operation of the same id. */
  name: string;
  path: string;
}

type References = Pick<PageData, "catalogue" | "account" | "further">;

/** The operations of both APIs in the versions that pages are made from, in their order. */
export function operationEntries({ catalogue, account }: Pick<References, "catalogue" | "account">): OperationEntry[] {
  const name = namesBeside(catalogue);
  return [
    ...entriesOf({ part: "catalogue", major: READ_BY_PAGES.catalogue, described: catalogue }, name),
    ...entriesOf({ part: "account", major: READ_BY_PAGES.account, described: account }, name),
  ];
}

/** Those of every version that is answered: the further ones' have its number in their path. */
export function allOperationEntries(references: References): OperationEntry[] {
  const name = namesBeside(references.catalogue);
  const further = references.further.flatMap((version) => entriesOf(version, name));
  return [
    ...operationEntries(references),
    ...further.map((entry) => ({ ...entry, path: operationPath(`v${entry.major}/${entry.name}`) })),
  ];
}

function entriesOf(
  { part, major, described }: FurtherVersion<ApiReference>,
  nameOf: (part: ApiPart, id: string) => string,
): OperationEntry[] {
  if (!described) return [];
  const { server, endpoints } = described;
  return endpoints.map((endpoint) => {
    const name = nameOf(part, endpoint.id);
    return { part, major, server, endpoint, name, path: operationPath(name) };
  });
}

function namesBeside({ endpoints }: ApiReference): (part: ApiPart, id: string) => string {
  const taken = new Set(endpoints.map(({ id }) => id));
  return (part, id) => (part === "account" && taken.has(id) ? `account-${id}` : id);
}

function operationPath(name: string): string {
  return `/developers/operations/${name}`;
}

/** The paths of the operations' pages. */
export function operationPaths(
  catalogue: PublishedOpenApi | null,
  account: PublishedOpenApi | null,
  further: readonly FurtherVersion<PublishedOpenApi>[],
): string[] {
  if (!catalogue) return [];
  const references = {
    catalogue: readReference(catalogue),
    account: account && readReference(account),
    further: further.map((version) => ({
      ...version,
      described: version.described && readReference(version.described),
    })),
  };
  return allOperationEntries(references).map(({ path }) => path);
}
