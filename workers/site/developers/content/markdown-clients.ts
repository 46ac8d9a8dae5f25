import { CONNECT_CLIENTS, type ConnectWay } from "../../../../shared/pages/connecting/clients.ts";
import type { ServerEntry } from "../../../../shared/pages/connecting/server-entry.ts";
import { connectingTexts } from "../../../../shared/pages/connecting/texts.ts";
import type { Language } from "../../../../shared/platform/language.ts";

/** How a server is added to each client, as Markdown. */
export function connectionsInMarkdown(server: ServerEntry, language: Language): string[] {
  const texts = connectingTexts[language];
  const way = (one: ConnectWay, name: string): string => {
    switch (one.kind) {
      case "link":
        return `[${texts.add[server.part](name)}](${one.address(server)})`;
      case "form":
        return `[${texts.open(name)}](${one.address}): ${one.steps[server.part][language]}`;
      case "command":
        return `\`${one.line(server)}\``;
      case "file":
        return `${texts.file(one.path)} \`${one.text(server)}\``;
    }
  };
  const clients = CONNECT_CLIENTS.map(({ name, ways }) => `- ${name}: ${ways.map((one) => way(one, name)).join("; ")}`);
  return [texts.lead[server.part], [...clients, `- ${texts.other}: ${texts.otherText} ${server.url}`].join("\n")];
}
