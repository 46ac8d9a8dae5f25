import { seedStatements } from "./statements.ts";

console.log(`${seedStatements().join(";\n")};`);
