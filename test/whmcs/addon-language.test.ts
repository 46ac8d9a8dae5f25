import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { newerSyntax } from "./support/php-level.ts";

const FILES = globSync("addons/whmcs/frontdesk/**/*.php").toSorted();

test.each(FILES)("%s is PHP 7.4", (file) => {
  expect(newerSyntax(readFileSync(file, "utf8"), file)).toEqual([]);
});

test("every file of the addon is looked at", () => {
  expect(FILES.length).toBeGreaterThan(40);
});

describe("what came after PHP 7.4 is found", () => {
  test.each([
    ["match", "$a = match ($b) { 1 => 2, default => 3 };"],
    ["an enumeration", "enum Suit { case Hearts; }"],
    ["an enumeration with values", 'enum Suit: string { case Hearts = "h"; }'],
    ["a promoted parameter", "class A { public function __construct(private int $b) {} }"],
    ["nullsafe access", "$a?->b;"],
    ["a nullsafe call", "$a?->b();"],
    ["a named argument", "f(a: 1);"],
    ["a union type", "function f(int|string $a) {}"],
    ["a union type of what is returned", "function f(): int|string {}"],
    ["an intersection type", "function f(A&B $a) {}"],
    ["an attribute of a function", "#[A] function f() {}"],
    ["an attribute of a property", "class A { #[B] public $c; }"],
    ["an attribute over lines", "#[\n  A(1)\n]\nclass B {}"],
    ["a readonly property", "class A { public readonly int $b; }"],
    ["a readonly class", "readonly class A {}"],
    ["a first-class callable", "$f = strlen(...);"],
    ["a comma after the last parameter", "function f($a, $b,) {}"],
    ["throw as an expression", "$a = $b ?? throw new E();"],
    ["catch without a variable", "try { f(); } catch (E) { g(); }"],
    ["static as a type", "class A { function f(): static {} }"],
    ["mixed", "function f(mixed $a) {}"],
    ["never", "function f(): never {}"],
    ["::class of an object", "$a = $b::class;"],
    ["new in a default value", "function f($a = new B()) {}"],
    ["an octal number with 0o", "$a = 0o17;"],
    ["a constant with a type", 'class A { const string B = "c"; }'],
    ["a dynamic constant", "$a = B::{$c};"],
    ["a final constant", "class A { final const B = 1; }"],
    ["null as a type", "function f(): null {}"],
    ["a newer function", 'str_contains("a", "b");'],
    ["a newer function of the root", "namespace A; \\array_is_list([]);"],
    ["a newer class", "new \\WeakMap();"],
  ])("%s", (_, code) => {
    expect(newerSyntax(`<?php\n${code}`, "newer.php")).not.toEqual([]);
  });
});

describe("what PHP 7.4 has is left alone", () => {
  test.each([
    ["a typed property", "class A { private ?int $b = null; }"],
    ["an arrow function", "$a = fn (int $b): int => $b + 1;"],
    ["names that are keywords later", "class A { public function match() { return $this->enum(); } } $match = 1;"],
    ["::class of a name", "$a = B::class; class C { function f() { return self::class . static::class; } }"],
    ["a list with keys", 'list("a" => $b) = $c; foreach ($d as list($e, $f)) {}'],
    ["several classes that are caught", "try { f(); } catch (A | B $c) { g(); }"],
    ["a static property and a static call", "A::$b; A::c(); static::$d = 1;"],
    ["a union in a comment", "/** @param int|string $a */ function f($a) {}"],
    ["an attribute in a text", "$a = \"see #[A]\"; $b = '#[A]';"],
  ])("%s", (_, code) => {
    expect(newerSyntax(`<?php\n${code}`, "older.php")).toEqual([]);
  });
});
