<?php

use Frontdesk\Reading\Permissions;
use PHPUnit\Framework\TestCase;

final class PermissionsTest extends TestCase
{
    /** @dataProvider written */
    public function testReads(array $expected, string $written): void
    {
        $this->assertSame($expected, Permissions::read($written));
    }

    /** @return array<string, array{0: list<string>, 1: string}> */
    public static function written(): array
    {
        return [
            'names with commas' => [['profile', 'tickets'], 'profile, tickets'],
            'one name' => [['tickets'], 'tickets'],
            'a list' => [['profile', 'tickets'], '["profile","tickets"]'],
            'names with yes or no' => [['tickets', 'orders'], '{"profile":false,"tickets":true,"orders":"1","invoices":"0"}'],
            'nothing' => [[], ''],
            'an empty list' => [[], '[]'],
            'a number' => [[], '1'],
            'yes' => [[], 'true'],
            'serialized values' => [[], 'a:1:{i:0;s:7:"tickets";}'],
            'lists in a list' => [['tickets'], '[["profile"],"tickets"]'],
            'other letters' => [[], 'Tickets'],
        ];
    }
}
