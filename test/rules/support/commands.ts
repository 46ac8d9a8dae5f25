import { COMMANDS } from "../../../scripts/commands.ts";

/** Returns the `npm run …` calls in a text whose command or subcommand does not exist. */
export function missingCommands(text: string): string[] {
  return [...text.matchAll(/npm run (?:--silent )?([a-z-]+)(?: -- ([a-z][\w-]*))?/g)].flatMap(
    ([call, name = "", sub]) => {
      const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      const isThere = entry && (!("commands" in entry) || sub === undefined || Object.hasOwn(entry.commands, sub));
      return isThere ? [] : [call];
    },
  );
}
