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
    ["a promoted parameter", "class A { public function __construct(private int $b) {} }"],
    ["nullsafe access", "$a?->b;"],
    ["a named argument", "f(a: 1);"],
    ["a union type", "function f(int|string $a) {}"],
    ["an intersection type", "function f(A&B $a) {}"],
    ["an attribute over lines", "#[\n  A(1)\n]\nclass B {}"],
    ["a readonly property", "class A { public readonly int $b; }"],
    ["static as a type", "class A { function f(): static {} }"],
    ["mixed", "function f(mixed $a) {}"],
    ["::class of an object", "$a = $b::class;"],
    ["new in a default value", "function f($a = new B()) {}"],
    ["an octal number with 0o", "$a = 0o17;"],
    ["a constant with a type", 'class A { const string B = "c"; }'],
    ["a dynamic constant", "$a = B::{$c};"],
    ["a newer function", 'str_contains("a", "b");'],
  ])("%s", (_, code) => {
    expect(newerSyntax(`<?php\n${code}`, "newer.php")).not.toEqual([]);
  });
});

describe("what PHP 7.4 has is left alone", () => {
  test.each([
    ["a typed property", "class A { private ?int $b = null; }"],
    ["names that are keywords later", "class A { public function match() { return $this->enum(); } } $match = 1;"],
    ["::class of a name", "$a = B::class; class C { function f() { return self::class . static::class; } }"],
    ["a static property and a static call", "A::$b; A::c(); static::$d = 1;"],
    ["an attribute in a text", "$a = \"see #[A]\"; $b = '#[A]';"],
  ])("%s", (_, code) => {
    expect(newerSyntax(`<?php\n${code}`, "older.php")).toEqual([]);
  });
});
