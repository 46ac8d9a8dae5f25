<?php

use PHPUnit\Framework\TestCase;

/** The oldest supported WHMCS runs on PHP 7.4. */
final class LanguageLevelTest extends TestCase
{
    private const NEWER = [
        'T_MATCH', 'T_NULLSAFE_OBJECT_OPERATOR', 'T_ATTRIBUTE', 'T_ENUM', 'T_READONLY',
    ];
    private const NEWER_FUNCTIONS = ['str_contains', 'str_starts_with', 'str_ends_with', 'array_is_list', 'get_debug_type'];

    public function testUsesNothingNewer(): void
    {
        $folder = __DIR__ . '/../frontdesk';
        $files = array_merge(glob("$folder/*.php"), glob("$folder/lib/*.php"));
        $this->assertGreaterThan(8, count($files));
        foreach ($files as $file) {
            $code = file_get_contents($file);
            $names = array_map(function ($token) {
                return is_array($token) ? token_name($token[0]) : '';
            }, token_get_all($code));
            $this->assertSame([], array_values(array_intersect(self::NEWER, $names)), $file);
            $this->assertDoesNotMatchRegularExpression('/\b(' . implode('|', self::NEWER_FUNCTIONS) . ')\(/', $code, $file);
            $this->assertDoesNotMatchRegularExpression('/__construct\(\s*(public|private|protected) /', $code, $file);
            $this->assertDoesNotMatchRegularExpression('/\): (static|mixed|never)\b|\w\|\w+ \$/', preg_replace('~/\*\*.*?\*/~s', '', $code), $file);
        }
    }
}
