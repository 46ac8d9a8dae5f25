<?php

namespace Frontdesk\Acting;

use Frontdesk\LocalApi;
use Frontdesk\Redaction;
use Throwable;

/** Gets a domain's transfer code from its registrar and mails it to the account's owner. The code is only in that mail. */
final class TransferCode
{
    private const SUBJECTS = ['en' => 'The transfer code of %s', 'fr' => 'Le code de transfert de %s'];
    private const MESSAGES = [
        'en' => '<p>You requested the transfer code of %s. Its lock was removed. Here is the code:</p><p>{$frontdesk_code}</p>'
            . '<p>Give it to the registrar that will receive the domain. Anyone who has it can transfer the domain away.</p>'
            . '<p>If you did not request it, tell us at once.</p>',
        'fr' => '<p>Vous avez demandé le code de transfert de %s. Son verrou a été retiré. Voici le code :</p><p>{$frontdesk_code}</p>'
            . '<p>Donnez-le au bureau d’enregistrement où le domaine doit aller. Qui l’a peut emporter le domaine.</p>'
            . '<p>Si vous ne l’avez pas demandé, dites-le-nous sans attendre.</p>',
    ];

    /** @var bool whether this process mails a code: that mail is not logged, and has one recipient */
    public static $isMailing = false;

    /** @var LocalApi */
    private $api;
    /** @var Owners */
    private $owners;
    /** @var callable(): bool */
    private $areHooksLoaded;

    /** @param callable(): bool $areHooksLoaded whether WHMCS has loaded the hooks that keep the code out of its mail log */
    public function __construct(LocalApi $api, Owners $owners, callable $areHooksLoaded)
    {
        $this->api = $api;
        $this->owners = $owners;
        $this->areHooksLoaded = $areHooksLoaded;
    }

    /** @return array<string, mixed> `sent_to`: the owner's address; null if the registrar mails the code itself */
    public function mail(int $client, int $domain): array
    {
        $owner = $this->owners->of($client);
        if ($owner === null || !($this->areHooksLoaded)()) {
            return ['result' => 'error', 'message' => 'Transfer Code Has No Recipient'];
        }
        $answer = $this->api->call('DomainRequestEPP', ['domainid' => $domain]);
        if (($answer['result'] ?? '') !== 'success') {
            return Redaction::of($answer);
        }
        $code = trim(html_entity_decode((string) ($answer['eppcode'] ?? ''), ENT_QUOTES | ENT_HTML5, 'UTF-8'));
        if ($code === '') {
            return ['result' => 'success', 'sent_to' => null];
        }
        return $this->send($client, $this->owners->domainName($domain), $code, $owner['language'])
            ? ['result' => 'success', 'sent_to' => $owner['email']]
            : ['result' => 'error', 'message' => 'Transfer Code Not Mailed'];
    }

    private function send(int $client, string $name, string $code, string $language): bool
    {
        self::$isMailing = true;
        try {
            $answer = $this->api->call('SendEmail', [
                'id' => $client,
                'customtype' => 'general',
                'customsubject' => sprintf(self::SUBJECTS[$language], $name),
                'custommessage' => sprintf(self::MESSAGES[$language], htmlspecialchars($name, ENT_QUOTES)),
                'customvars' => base64_encode(serialize(['frontdesk_code' => htmlspecialchars($code, ENT_QUOTES)])),
            ]);
            return ($answer['result'] ?? '') === 'success';
        } catch (Throwable $cause) {
            logActivity('Frontdesk: a transfer code was not mailed (' . get_class($cause) . ')');
            return false;
        } finally {
            self::$isMailing = false;
        }
    }
}
