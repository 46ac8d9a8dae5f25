<?php

namespace Frontdesk\Events;

use Frontdesk\Tables;
use WHMCS\Database\Capsule;

final class WhmcsEventRows implements EventRows
{
    public function add(string $kind, ?int $client, ?int $subject, int $at): void
    {
        $row = ['kind' => $kind, 'client_id' => $client, 'subject_id' => $subject, 'at' => $at];
        Capsule::table(Tables::EVENTS)->insert($row);
    }

    public function after(int $id, int $limit): array
    {
        $events = [];
        foreach (Capsule::table(Tables::EVENTS)->where('id', '>', $id)->orderBy('id')->limit($limit)->get() as $row) {
            $events[] = [
                'id' => (int) $row->id,
                'kind' => (string) $row->kind,
                'client' => $row->client_id === null ? null : (int) $row->client_id,
                'subject' => $row->subject_id === null ? null : (int) $row->subject_id,
                'at' => (int) $row->at,
            ];
        }
        return $events;
    }

    public function newest(): int
    {
        return (int) Capsule::table(Tables::EVENTS)->max('id');
    }

    public function forget(int $before): void
    {
        Capsule::table(Tables::EVENTS)->where('at', '<', $before)->where('id', '<', $this->newest())->delete();
    }
}
