<?php

namespace Frontdesk\Reading;

use Frontdesk\Acting\Orders;
use Frontdesk\Holdings;
use Frontdesk\Installation;
use Frontdesk\LocalApi;
use Frontdesk\Refusal;

final class ReadingCalls
{
    /** @var Installation */
    private $installation;
    /** @var LocalApi */
    private $api;
    /** @var Access */
    private $access;
    /** @var Holdings */
    private $holdings;
    /** @var Orders */
    private $orders;
    /** @var Catalogue */
    private $catalogue;

    public function __construct(
        Installation $installation,
        LocalApi $api,
        Access $access,
        Holdings $holdings,
        Orders $orders,
        Catalogue $catalogue
    ) {
        $this->installation = $installation;
        $this->api = $api;
        $this->access = $access;
        $this->holdings = $holdings;
        $this->orders = $orders;
        $this->catalogue = $catalogue;
    }

    /**
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    public function ask(array $call): array
    {
        $question = Question::read($call);
        if ($this->installation->administrator() === null) {
            throw new Refusal('no_administrator');
        }
        return $question->answer($this->api, $this->access, $this->holdings, $this->orders);
    }

    /** @return array<string, mixed> */
    public function catalogue(): array
    {
        return ['products' => $this->catalogue->products(), 'installation' => $this->installation->facts()];
    }
}
