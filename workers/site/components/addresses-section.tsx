import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";

interface AddressesSectionProps {
  addresses: Addresses;
  /** Address of the connected assistants. */
  assistants: string;
  texts: DevelopersTexts["addresses"];
}

export function AddressesSection({ addresses, assistants, texts }: AddressesSectionProps) {
  const { site, catalogue, catalogueMcp, base, accountMcp, auth } = addresses;
  const rows: { name: string; address: string; isPage: boolean }[] = [
    { name: texts.api, address: catalogue, isPage: true },
    { name: texts.mcp, address: catalogueMcp, isPage: false },
    { name: texts.openApi, address: `${catalogue}/openapi.json`, isPage: true },
    { name: texts.accountApi, address: base, isPage: false },
    { name: texts.accountMcp, address: accountMcp, isPage: false },
    { name: texts.accountOpenApi, address: `${base}/account/openapi.json`, isPage: true },
    { name: texts.authorization, address: auth, isPage: false },
    { name: texts.assistants, address: assistants, isPage: true },
    { name: texts.llms, address: `${site}/llms.txt`, isPage: true },
    { name: texts.status, address: `${catalogue}/status`, isPage: true },
  ];
  return (
    <section class="card stack" aria-labelledby="addresses">
      <h2 id="addresses">{texts.title}</h2>
      <dl class="parameters">
        {rows.map(({ name, address, isPage }) => (
          <div>
            <dt>{name}</dt>
            <dd>{isPage ? <a href={address}>{address}</a> : address}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
