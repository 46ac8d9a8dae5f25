<?php

namespace Frontdesk\Reading;

/** Leads to a ticket by its number. Its address has a code that opens it to anyone, so only users who manage the ticket's account get it. */
final class TicketLink
{
    /** @var Tickets */
    private $tickets;
    /** @var Access */
    private $access;

    public function __construct(Tickets $tickets, Access $access)
    {
        $this->tickets = $tickets;
        $this->access = $access;
    }

    /**
     * The ticket's page, from the client area's folder; null if the user may not see it.
     *
     * @param mixed $id of the query
     */
    public function address($id, int $user): ?string
    {
        $ticket = is_string($id) && preg_match('/^[1-9]\d{0,9}$/D', $id) ? $this->tickets->find((int) $id) : null;
        // A ticket without an account was opened by a guest.
        if ($ticket === null || $ticket['client'] < 1) {
            return null;
        }
        $access = $this->access->of($user, $ticket['client']);
        if ($access === null || (!$access['owner'] && !in_array('tickets', $access['permissions'], true))) {
            return null;
        }
        return 'viewticket.php?' . http_build_query(['tid' => $ticket['number'], 'c' => $ticket['code']]);
    }
}
