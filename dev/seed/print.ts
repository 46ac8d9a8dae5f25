import { defineCommand } from "../../scripts/command-line.ts";
import { seedStatements } from "./statements.ts";

export const command = defineCommand({
  options: {},
  run: () => console.log(`${seedStatements().join(";\n")};`),
});
