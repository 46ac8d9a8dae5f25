<?php

namespace Frontdesk\Acting;

/** One action under its reference: the state before it, and its outcome. */
final class ActionRow
{
    /** The holder of the account's lock may be working on it; without a holder its process has died. */
    public const UNDER_WAY = 'under_way';
    public const DONE = 'done';
    public const TAKEN_BACK = 'taken_back';
    /** A call asked for its reference, which had done nothing and never will. */
    public const WITHDRAWN = 'withdrawn';

    /** @var int */
    public $client;
    /** @var string */
    public $reference;
    /** @var string */
    public $state;
    /** @var int the administrator that WHMCS records with the order */
    public $administrator = 0;
    /** @var int the highest order of the account before it */
    public $watermark = 0;
    /** @var OrderedItems what was ordered */
    public $ordered;
    /** @var array{subtotal: string|null, take_back: bool, gateway: string} the terms of its invoice */
    public $terms = ['subtotal' => null, 'take_back' => false, 'gateway' => ''];
    /** @var string returned to later calls with the reference */
    public $memo = '';
    /** @var int|null */
    public $order;
    /** @var int|null */
    public $invoice;
    /** @var string|null of the invoice when the action ended, as `12.34` */
    public $subtotal;
    /** @var list<string> how the invoice differed from the order at that time: see `Invoice::differences` */
    public $differs = [];
    /** @var list<int> */
    public $services = [];
    /** @var list<int> */
    public $domains = [];

    public function __construct(int $client, string $reference, string $state)
    {
        $this->client = $client;
        $this->reference = $reference;
        $this->state = $state;
        $this->ordered = new OrderedItems();
    }
}
