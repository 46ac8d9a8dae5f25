import { expect, test } from "vitest";
import { PRODUCT, sourcesIn } from "./support/sources.ts";
import { swallowedErrors } from "./support/swallowed-errors.ts";

test("every caught error is logged, rethrown with its cause, or says why it is expected", () => {
  const places = [...sourcesIn(PRODUCT)].flatMap(([file, source]) =>
    swallowedErrors(source).map((line) => `${file}:${line}`),
  );
  expect(places).toEqual([]);
});

test.each([
  ["a block that does nothing", "try { a(); } catch {}"],
  ["a block with another comment", "try { a(); } catch {\n // nothing\n }"],
  ["an expectation without a reason", "try { a(); } catch {\n // expected:\n }"],
  ["a reason that belongs to another statement", "// expected: x\na();\ntry { a(); } catch {}"],
  ["a line that lacks the error", "try { a(); } catch (cause) { log('page_failed'); }"],
  ["another error without the cause", "try { a(); } catch (cause) { throw new Error('b'); }"],
  ["an error for a function that logs nothing", "try { a(); } catch (e) { b(e); }\nfunction b(cause) { c(cause); }"],
  ["a value instead", "const a = b().catch(() => null);"],
  ["a function that is named elsewhere", "b().catch(ignore);"],
  ["a second function of then", "b().then((a) => a, () => null);"],
  ["results that nobody looks at", "async () => { await Promise.allSettled([a()]); };"],
  ["a nested block", "try { a(); } catch (cause) { log('page_failed', { cause }); try { b(); } catch {} }"],
  ["code with types and tags", "const a = <T,>(b: T) => <p>{b as string}</p>; try { a(1); } catch {}"],
])("%s is swallowed", (_, source) => {
  expect(swallowedErrors(source)).toHaveLength(1);
});

test.each([
  ["a logged error", "try { a(); } catch (cause) { log('page_failed', { cause }); }"],
  ["the error again", "try { a(); } catch (error) { if (!(error instanceof B)) throw error; }"],
  ["another error with the cause", "try { a(); } catch (cause) { throw new Error('reading prices', { cause }); }"],
  ["a reason in the block", "try { a(); } catch {\n // expected: need not be JSON\n a = null; }"],
  ["a reason above the statement", "// expected: nobody waits\nvoid b().catch(() => undefined);"],
  ["an error that a function logs", "try { a(); } catch (e) { b(e); }\nfunction b(c) { log('page_failed', { c }); }"],
  ["a handler that logs", "b().catch((cause) => log('page_failed', { cause }));"],
  ["work whose failure is logged", "await logFailure('page_failed', b());"],
  ["results that are looked at", "const a = await Promise.allSettled([b()]);"],
  ["the words in a text", "const a = 'try { } catch { }'; // catch {}"],
])("%s is not", (_, source) => {
  expect(swallowedErrors(source)).toEqual([]);
});
