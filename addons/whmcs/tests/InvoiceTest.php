<?php

use Frontdesk\Acting\Invoice;
use PHPUnit\Framework\TestCase;

final class InvoiceTest extends TestCase
{
    /** @dataProvider amounts */
    public function testReadsAmounts(?string $expected, $written): void
    {
        $this->assertSame($expected, Invoice::amount($written));
    }

    /** @return array<string, array{0: string|null, 1: mixed}> */
    public static function amounts(): array
    {
        return [
            'two decimals' => ['12.30', '12.30'],
            'one decimal' => ['12.30', '12.3'],
            'none' => ['12.00', '12'],
            'zeros behind' => ['12.30', '12.3000'],
            'a number' => ['12.30', 12.3],
            'a whole number' => ['12.00', 12],
            'credit' => ['-8.67', '-8.67'],
            'large' => ['123456789012.99', '123456789012.99'],
            'a third decimal' => [null, '12.305'],
            'a comma' => [null, '1,234.00'],
            'a currency' => [null, '$12.30 USD'],
            'a line end' => [null, "12.30\n"],
            'nothing' => [null, null],
            'empty' => [null, ''],
            'yes' => [null, true],
        ];
    }
}
