<?php

namespace Frontdesk\Acting;

/** One action under its reference: what was there before it, and what became of it. */
final class ActionRow
{
    /** Whoever holds the account's lock may be working on it; without a holder its process is gone. */
    public const UNDER_WAY = 'under_way';
    public const DONE = 'done';
    public const TAKEN_BACK = 'taken_back';
    /** Its reference was asked for and had done nothing: it never will. */
    public const WITHDRAWN = 'withdrawn';

    /** @var int */
    public $client;
    /** @var string */
    public $reference;
    /** @var string */
    public $state;
    /** @var int the administrator whom the order is noted for */
    public $administrator = 0;
    /** @var int the highest order of the account before it */
    public $watermark = 0;
    /** @var OrderedItems what was ordered */
    public $ordered;
    /** @var array{subtotal: string|null, take_back: bool, gateway: string} what its invoice must be like */
    public $terms = ['subtotal' => null, 'take_back' => false, 'gateway' => ''];
    /** @var string kept for whoever asks by the reference later */
    public $memo = '';
    /** @var int|null */
    public $order;
    /** @var int|null */
    public $invoice;
    /** @var string|null of the invoice when the action ended, as `12.34` */
    public $subtotal;
    /** @var list<string> how the invoice differed then from what was ordered: see `Invoice::differences` */
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
