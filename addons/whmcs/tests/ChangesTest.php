<?php

use Frontdesk\Acting\TransferCode;
use Frontdesk\Refusal;
use PHPUnit\Framework\TestCase;

final class ChangesTest extends TestCase
{
    private const CODE = 'a&lt;code&gt; ';

    /** @var ActingScene */
    private $scene;
    /** @var MemoryWhmcs */
    private $whmcs;

    protected function setUp(): void
    {
        $this->scene = new ActingScene();
        $this->whmcs = $this->scene->whmcs;
        $this->whmcs->instead['DomainRequestEPP'] = function (): array {
            return ['result' => 'success', 'eppcode' => self::CODE];
        };
    }

    /** @dataProvider changes */
    public function testIsMadeForItsAccountAlone(string $action, array $parameters): void
    {
        $this->assertSame('success', $this->scene->change($action, $parameters)['result']);
        $this->assertSame([$action, $parameters], $this->whmcs->calls[0]);
        $this->whmcs->calls = [];
        foreach ([['foreign_account', 1002, []], ['foreign_account', 1001, ['serviceid' => 8, 'domainid' => 8]]] as $other) {
            list($code, $client, $ids) = $other;
            $this->assertSame($code, $this->refusalOf($action, array_intersect_key($ids, $parameters) + $parameters, $client));
        }
        $this->assertSame('bad_parameters', $this->refusalOf($action, ['userid' => 1002] + $parameters));
        $this->assertSame('bad_parameters', $this->refusalOf($action, ['serviceid' => '9', 'domainid' => '12']));
        $this->assertSame([], $this->whmcs->calls);
    }

    /** @return array<string, array{0: string, 1: array<string, mixed>}> */
    public static function changes(): array
    {
        return [
            'a cancellation' => ['AddCancelRequest', ['serviceid' => 9, 'type' => 'Immediate', 'reason' => 'moved']],
            'automatic renewal' => ['UpdateClientDomain', ['domainid' => 12, 'donotrenew' => 1]],
            'nameservers' => ['DomainUpdateNameservers', ['domainid' => 12, 'ns1' => 'ns1.example', 'ns2' => 'ns2.example']],
            'a lock' => ['DomainUpdateLockingStatus', ['domainid' => 12, 'lockstatus' => 0]],
        ];
    }

    public function testNoOtherActionOfTheApiIsMade(): void
    {
        $taken = ApiActions::takenBy(function (string $action): string {
            return $this->scene->refusalOf(['action' => $action, 'parameters' => ['unknown' => 1]]);
        });
        $this->assertSame([
            'AddCancelRequest', 'AddOrder', 'DomainRequestEPP', 'DomainUpdateLockingStatus', 'DomainUpdateNameservers',
            'UpdateClientDomain', 'UpgradeProduct',
        ], $taken);
        $this->assertSame([], $this->whmcs->calls);
    }

    public function testNothingIsChangedUnlessItsSettingsSaySo(): void
    {
        $this->scene->installation->allowsOrders = false;
        $this->assertSame('not_allowed', $this->refusalOf('UpdateClientDomain', ['domainid' => 12, 'donotrenew' => 1]));
        $this->assertSame([], $this->whmcs->calls);
    }

    public function testOfAnAnswerTheResultAndItsTextAreTold(): void
    {
        $this->whmcs->instead['UpdateClientDomain'] = function (): array {
            return ['result' => 'error', 'message' => 'Domain ID Not Found', 'trace' => 'planted'];
        };
        $expected = ['result' => 'error', 'message' => 'Domain ID Not Found'];
        $this->assertSame($expected, $this->scene->change('UpdateClientDomain', ['domainid' => 12, 'donotrenew' => 1]));
    }

    public function testATransferCodeIsInTheMailToTheOwnerAndInNoAnswer(): void
    {
        $wasMailing = null;
        $this->whmcs->instead['SendEmail'] = function () use (&$wasMailing): array {
            $wasMailing = TransferCode::$isMailing;
            return ['result' => 'success'];
        };
        $answer = $this->scene->change('DomainRequestEPP', ['domainid' => 12]);
        $this->assertSame(['result' => 'success', 'sent_to' => 'owner@maple.example'], $answer);
        list($action, $mail) = $this->whmcs->calls[1];
        $this->assertSame(['SendEmail', 1001, 'general'], [$action, $mail['id'], $mail['customtype']]);
        $this->assertStringContainsString('own.example', $mail['customsubject'] . $mail['custommessage']);
        $this->assertSame(['frontdesk_code' => 'a&lt;code&gt;'], unserialize(base64_decode($mail['customvars'])));
        $this->assertSame([true, false], [$wasMailing, TransferCode::$isMailing]);
        $this->assertStringNotContainsString('code&', json_encode($answer) . implode(MemoryWhmcs::$log));
    }

    public function testARegistrarThatMailsTheCodeItselfIsToldApart(): void
    {
        $this->whmcs->instead['DomainRequestEPP'] = function (): array {
            return ['result' => 'success'];
        };
        $expected = ['result' => 'success', 'sent_to' => null];
        $this->assertSame($expected, $this->scene->change('DomainRequestEPP', ['domainid' => 12]));
        $this->assertSame(['DomainRequestEPP'], $this->whmcs->called());
    }

    public function testWithoutARecipientTheRegistrarIsNotAsked(): void
    {
        $nobody = ['result' => 'error', 'message' => 'Transfer Code Has No Recipient'];
        $this->scene->areHooksLoaded = false;
        $this->assertSame($nobody, $this->scene->change('DomainRequestEPP', ['domainid' => 12]));
        $this->scene->areHooksLoaded = true;
        $this->scene->holdings->owner = null;
        $this->assertSame($nobody, $this->scene->change('DomainRequestEPP', ['domainid' => 12]));
        $this->assertSame([], $this->whmcs->calls);
    }

    public function testAMailThatFailsIsSaidToHaveFailed(): void
    {
        $expected = ['result' => 'error', 'message' => 'Transfer Code Not Mailed'];
        foreach ([['result' => 'error', 'message' => 'Sending Failed'], null] as $answer) {
            $this->whmcs->instead['SendEmail'] = function () use ($answer): array {
                if ($answer === null) {
                    throw new RuntimeException('no mail server');
                }
                return $answer;
            };
            $this->assertSame($expected, $this->scene->change('DomainRequestEPP', ['domainid' => 12]));
            $this->assertFalse(TransferCode::$isMailing);
        }
    }

    public function testARegistrarThatRefusesIsQuoted(): void
    {
        $this->whmcs->instead['DomainRequestEPP'] = function (): array {
            return ['result' => 'error', 'message' => 'Not supported', 'eppcode' => self::CODE];
        };
        $expected = ['result' => 'error', 'message' => 'Not supported'];
        $this->assertSame($expected, $this->scene->change('DomainRequestEPP', ['domainid' => 12]));
    }

    private function refusalOf(string $action, array $parameters, int $client = 1001): string
    {
        try {
            $this->scene->change($action, $parameters, $client);
        } catch (Refusal $refusal) {
            return $refusal->answer()[1]['error'];
        }
        return '';
    }
}
