import process from "node:process";
import { AccountDatabase } from "./account-database.ts";
import { listAnswer, obstacleTo, settleAnswer, showAnswer } from "./answers.ts";
import { readArguments, type SettleCommand, type SettleOptions, USAGE, UsageError } from "./arguments.ts";
import {
  holderOf,
  InstructionRow,
  instructionsAbout,
  newInstruction,
  OrderHolder,
  StuckRow,
  stuckActions,
} from "./statements.ts";

/**
 * `npm run settle` lists what is stuck, and writes what the operator says became of it into the account Worker's database, whose
 * scheduled work carries it out.
 */
try {
  const { command, options } = readArguments(process.argv.slice(2));
  run(command, options, new AccountDatabase(options));
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  fail(error instanceof UsageError ? `${text}\n\n${USAGE}` : text);
}

function run(command: SettleCommand, { installation }: SettleOptions, database: AccountDatabase): void {
  const isAsked = (row: { installation: string }) => installation === null || row.installation === installation;
  switch (command.name) {
    case "list": {
      const [rows] = database.run(stuckActions(null));
      console.log(listAnswer(StuckRow.array().parse(rows).filter(isAsked), Date.now()));
      return;
    }
    case "show": {
      const [rows, instructions] = database.run(stuckActions(command), instructionsAbout(command));
      const stuck = StuckRow.array().parse(rows).filter(isAsked);
      const told = InstructionRow.array().parse(instructions).filter(isAsked);
      console.log(showAnswer(stuck, told, Date.now()));
      return;
    }
    case "settle": {
      const [rows, holders, written] = database.run(
        stuckActions(command),
        holderOf(command.orderId ?? 0, command),
        newInstruction(installation, command),
      );
      if (written?.length !== 1) {
        const stuck = StuckRow.array().parse(rows).filter(isAsked);
        fail(obstacleTo(stuck, command, OrderHolder.array().parse(holders)) ?? "Nothing was written.");
      }
      console.log(settleAnswer(command));
      return;
    }
  }
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
