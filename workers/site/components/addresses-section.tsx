import type { Addresses } from "../../../shared/addresses.ts";
import type { DevelopersTexts } from "../pages/developers-texts.ts";

/** Where everything is. */
export function AddressesSection({ addresses, texts }: { addresses: Addresses; texts: DevelopersTexts["addresses"] }) {
  const { site, catalogue, catalogueMcp } = addresses;
  return (
    <section class="card stack" aria-labelledby="addresses">
      <h2 id="addresses">{texts.title}</h2>
      <dl class="parameters">
        <div>
          <dt>{texts.api}</dt>
          <dd>
            <a href={catalogue}>{catalogue}</a>
          </dd>
        </div>
        <div>
          <dt>{texts.mcp}</dt>
          <dd>{catalogueMcp}</dd>
        </div>
        <div>
          <dt>{texts.openApi}</dt>
          <dd>
            <a href={`${catalogue}/openapi.json`}>{`${catalogue}/openapi.json`}</a>
          </dd>
        </div>
        <div>
          <dt>{texts.llms}</dt>
          <dd>
            <a href={`${site}/llms.txt`}>{`${site}/llms.txt`}</a>
          </dd>
        </div>
        <div>
          <dt>{texts.status}</dt>
          <dd>
            <a href={`${catalogue}/status`}>{`${catalogue}/status`}</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
