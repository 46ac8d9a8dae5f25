<?php

namespace Frontdesk;

use WHMCS\User\User;

/** Users by WHMCS's own model, with the accounts that its API tells. */
final class WhmcsPeople implements People
{
    public function user(int $id): ?array
    {
        $user = User::find($id);
        if (!$user) {
            return null;
        }
        $answer = localAPI('GetUsers', ['search' => $user->email]);
        $clients = null;
        foreach (($answer['users'] ?? []) as $found) {
            if ((int) $found['id'] === $id) {
                $clients = $found['clients'];
            }
        }
        if (($answer['result'] ?? '') !== 'success' || $clients === null) {
            return null;
        }
        $managed = [];
        foreach ($clients as $client) {
            $managed[] = ['id' => (int) $client['id'], 'isOwner' => (bool) $client['isOwner']];
        }
        $language = strpos(strtolower((string) $user->language), 'french') === 0 ? 'fr' : 'en';
        return ['id' => $id, 'email' => (string) $user->email, 'language' => $language, 'clients' => $managed];
    }
}
