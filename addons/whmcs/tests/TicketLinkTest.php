<?php

use Frontdesk\Reading\TicketLink;
use Frontdesk\Reading\Tickets;
use PHPUnit\Framework\TestCase;

final class TicketLinkTest extends TestCase
{
    /** @var TicketLink */
    private $link;

    protected function setUp(): void
    {
        $tickets = new class implements Tickets {
            public function find(int $id): ?array
            {
                $clients = [5 => 1001, 6 => 1002, 7 => 0];
                return isset($clients[$id]) ? ['client' => $clients[$id], 'number' => 'ABC-12', 'code' => 'x&y'] : null;
            }
        };
        $this->link = new TicketLink($tickets, new SomeAccess());
    }

    public function testLeadsItsAccountsUsersToIt(): void
    {
        foreach ([11, 12] as $user) {
            $this->assertSame('viewticket.php?tid=ABC-12&c=x%26y', $this->link->address('5', $user));
        }
    }

    /** @dataProvider refused */
    public function testLeadsNobodyElseAnywhere($id, int $user): void
    {
        $this->assertNull($this->link->address($id, $user));
    }

    /** @return array<string, array{0: mixed, 1: int}> */
    public static function refused(): array
    {
        return [
            'a user without the permission' => ['5', 13],
            'a user of no account' => ['5', 14],
            'a ticket of another account' => ['6', 11],
            'a ticket of a guest' => ['7', 11],
            'no ticket' => ['8', 11],
            'no number' => ['5 OR 1=1', 11],
            'a list' => [['5'], 11],
            'a number with a zero in front' => ['05', 11],
        ];
    }
}
