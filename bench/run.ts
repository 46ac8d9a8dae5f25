import { argv } from "node:process";

/** `npm run bench -- availability` scores the classifier of domain checks; everything else measures speed. */
await import(argv[2] === "availability" ? "./availability.ts" : "./speed.ts");
