import {
  CONNECT_CLIENTS,
  type ConnectClient,
  type ConnectWay,
  canConnect,
} from "../../../../shared/pages/connecting/clients.ts";
import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import { connectingTexts } from "../../../../shared/pages/connecting/texts.ts";
import { typeset } from "../../../../shared/pages/french-typography.ts";
import type { Language } from "../../../../shared/platform/language.ts";

/** How a server is added to each client, as Markdown; the same as `ConnectClients` shows. */
export function connectionsInMarkdown(server: ServerEntry, language: Language): string[] {
  const texts = connectingTexts[language];
  const way = (one: ConnectWay, name: string): string => {
    switch (one.kind) {
      case "link":
        return `[${texts.add[server.part](one.opens?.[language] ?? name)}](${one.address(server)})`;
      case "form":
        return texts.labelled(`[${texts.open(name)}](${one.address})`, typeset(one.steps[server.part], language));
      case "command":
        return `${one.caption ? typeset(one.caption, language) : texts.terminal} \`${one.line(server)}\``;
      case "file":
        return `${texts.file(one.path)} \`${one.text(server)}\``;
    }
  };
  const ways = (client: ConnectClient): string => {
    const { name, note } = client;
    if (!canConnect(client, server)) return texts.publicOnly(name);
    const all = client.ways.map((one) => way(one, name)).join("; ");
    return note ? `${all}. ${typeset(note, language)}` : all;
  };
  const items = CONNECT_CLIENTS.map((client) => `- ${texts.labelled(client.name, ways(client))}`);
  const other = `- ${texts.labelled(texts.other, `${texts.otherText} ${server.url}`)}`;
  return [texts.lead[server.part], texts.installed, [...items, other].join("\n")];
}
