import { ConnectClients } from "../../../../shared/pages/connecting/connect-clients.tsx";
import { serverEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import { connectingTexts } from "../../../../shared/pages/connecting/texts.ts";
import type { AssistantsPageContext } from "../page-request.ts";

/** How to add the account, and the catalogue, to each assistant; open while nothing is connected. */
export function ConnectAssistant({ context, isOpen }: { context: AssistantsPageContext; isOpen: boolean }) {
  const { theme, visit, addresses } = context;
  const { title } = connectingTexts[visit.language];
  const servers = [
    { entry: serverEntry(theme.brand.name, "account", addresses.accountMcp), open: isOpen },
    { entry: serverEntry(theme.brand.name, "catalogue", addresses.catalogueMcp), open: false },
  ];
  return servers.map(({ entry, open }) => (
    <details class="connecting" open={open} id={`add-${entry.part}`}>
      <summary>{title[entry.part]}</summary>
      <div class="card">
        <ConnectClients server={entry} language={visit.language} />
      </div>
    </details>
  ));
}
