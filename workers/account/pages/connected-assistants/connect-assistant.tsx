import { ConnectClients } from "../../../../shared/pages/connecting/connect-clients.tsx";
import { serverEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import { connectingTexts } from "../../../../shared/pages/connecting/texts.ts";
import type { AssistantsPageContext } from "../page-request.ts";

/** "Add your account to an assistant", the way forward of the page; open while nothing is connected. */
export function ConnectAccount({ context, isOpen }: { context: AssistantsPageContext; isOpen: boolean }) {
  const { theme, visit, addresses } = context;
  const entry = serverEntry(theme.brand.name, "account", addresses.accountMcp);
  return (
    <details class="new-connection" open={isOpen} id="add-account">
      <summary class="button primary">{connectingTexts[visit.language].title.account}</summary>
      <div class="card">
        <ConnectClients server={entry} language={visit.language} />
      </div>
    </details>
  );
}

/** How to add the catalogue, which needs no account, folded. */
export function ConnectCatalogue({ context: { theme, visit, addresses } }: { context: AssistantsPageContext }) {
  const entry = serverEntry(theme.brand.name, "catalogue", addresses.catalogueMcp);
  return (
    <details class="connecting" id="add-catalogue">
      <summary>{connectingTexts[visit.language].title.catalogue}</summary>
      <div class="card">
        <ConnectClients server={entry} language={visit.language} />
      </div>
    </details>
  );
}
