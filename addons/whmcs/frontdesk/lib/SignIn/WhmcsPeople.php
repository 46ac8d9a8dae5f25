<?php

namespace Frontdesk\SignIn;

use RuntimeException;
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
        $answer = localAPI('GetUsers', ['search' => $user->email, 'limitnum' => 250]);
        if (($answer['result'] ?? '') !== 'success') {
            throw new RuntimeException('GetUsers has failed');
        }
        $clients = null;
        foreach (self::rows($answer['users'] ?? [], 'user') as $found) {
            if ((int) $found['id'] === $id) {
                $clients = self::rows($found['clients'] ?? [], 'client');
            }
        }
        if ($clients === null) {
            return null;
        }
        $managed = [];
        foreach ($clients as $client) {
            $isOwner = filter_var($client['isOwner'] ?? false, FILTER_VALIDATE_BOOLEAN);
            $managed[] = ['id' => (int) $client['id'], 'isOwner' => $isOwner];
        }
        $language = strpos(strtolower((string) $user->language), 'french') === 0 ? 'fr' : 'en';
        return ['id' => $id, 'email' => (string) $user->email, 'language' => $language, 'clients' => $managed];
    }

    /**
     * A list as some versions nest it, and as others do not.
     *
     * @param mixed $list
     * @return array<int|string, array<string, mixed>>
     */
    private static function rows($list, string $name): array
    {
        $rows = is_array($list) && isset($list[$name]) ? $list[$name] : $list;
        return is_array($rows) ? $rows : [];
    }
}
