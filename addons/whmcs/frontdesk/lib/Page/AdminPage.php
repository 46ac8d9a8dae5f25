<?php

namespace Frontdesk\Page;

use Frontdesk\Acting\OwnOrders;
use Frontdesk\Bridge;
use Frontdesk\Hooks;
use Frontdesk\FrontDesk;
use Frontdesk\Keys;
use Frontdesk\Store;

/** The addon's page for administrators: its state, the settings to copy, and its actions. */
final class AdminPage
{
    private const OLDEST_WHMCS = '8.1';
    private const OLDEST_PHP = '7.4';
    private const MAX_CLOCK_DIFFERENCE_S = 60;

    /** @var array<string, string> the texts, in the administrator's language */
    private $texts;
    /** @var string the address of the page's forms */
    private $link;
    /** @var WhmcsFacts */
    private $facts;
    /** @var Store */
    private $store;
    /** @var Keys */
    private $keys;
    /** @var int */
    private $now;
    /** @var array{0: string, 1: int|null}|null the result of the front desk's test */
    private $tested;

    public function __construct(array $texts, string $link, WhmcsFacts $facts, Store $store, int $now)
    {
        $this->texts = $texts;
        $this->link = $link;
        $this->facts = $facts;
        $this->store = $store;
        $this->keys = new Keys($store);
        $this->now = $now;
    }

    /** Runs a form's action. The caller has checked WHMCS's own token. @return string HTML of the result */
    public function act(string $form, bool $isConfirmed): string
    {
        switch ($form) {
            case 'test':
                $origin = $this->origin();
                $this->tested = $origin === null ? null : FrontDesk::test($origin, [WebGet::class, 'get'], $this->now);
                return '';
            case 'new-key':
                $this->keys->rotate($this->now);
                return $this->notice('success', $this->text('new_key_made'));
            case 'end-previous-key':
                $this->keys->endPrevious();
                return $this->notice('success', $this->text('previous_key_ended'));
            case 'orders-noted':
                if ($isConfirmed) {
                    $this->store->keep(OwnOrders::SHOWN, 'yes');
                }
                return '';
            default:
                return '';
        }
    }

    public function html(): string
    {
        return $this->panel('state', $this->state() . $this->frontDesk())
            . $this->panel('settings', $this->settings())
            . $this->panel('key', $this->key())
            . $this->panel('orders', $this->orders())
            . $this->panel('remove', $this->remove());
    }

    /** The page after everything was removed. */
    public function removed(): string
    {
        return $this->notice('warning', $this->text('removed'));
    }

    private function state(): string
    {
        $administrator = $this->facts->administrator();
        $gateways = $this->facts->gateways();
        $currencies = $this->facts->currencies();
        $rows = [
            ['addon', (string) Bridge::VERSION, 'ok', ''],
            $this->versionRow('whmcs', $this->facts->whmcs(), self::OLDEST_WHMCS),
            $this->versionRow('php', PHP_VERSION, self::OLDEST_PHP),
            ['hooks', $this->yesOrNo(Hooks::$areLoaded), Hooks::$areLoaded ? 'ok' : 'warn', 'hooks_missing'],
            ['administrator', $administrator ?? $this->text('none'), $administrator === null ? 'stop' : 'ok', 'administrator_missing'],
            $this->clockRow(),
            ['time_zone', $this->facts->timeZone(), 'ok', ''],
            ['gateways', implode(', ', $gateways ?? []) ?: $this->text('none'), $gateways ? 'ok' : 'warn', 'gateways_missing'],
            ['currencies', implode(', ', $currencies ?? []) ?: $this->text('none'), $currencies ? 'ok' : 'warn', 'currencies_missing'],
        ];
        return '<table class="table">' . implode('', array_map([$this, 'row'], $rows)) . '</table>';
    }

    /** @return array{0: string, 1: string, 2: string, 3: string} */
    private function versionRow(string $name, string $version, string $oldest): array
    {
        $isOld = version_compare($version, $oldest, '<');
        return [$name, $version === '' ? $this->text('unknown') : $version, $isOld ? 'stop' : 'ok', "{$name}_old"];
    }

    /** @return array{0: string, 1: string, 2: string, 3: string} */
    private function clockRow(): array
    {
        $ahead = $this->tested[1] ?? null;
        $clock = gmdate('Y-m-d H:i:s', $this->now) . ' UTC';
        if ($ahead !== null) {
            $clock .= ' (' . str_replace('{seconds}', (string) abs($ahead), $this->texts['clock_difference']) . ')';
        }
        return ['clock', $clock, abs((int) $ahead) > self::MAX_CLOCK_DIFFERENCE_S ? 'stop' : 'ok', 'clock_off'];
    }

    /** @param array{0: string, 1: string, 2: string, 3: string} $row name, value, level, and what to do if it is not `ok` */
    private function row(array $row): string
    {
        list($name, $value, $level, $advice) = $row;
        $labels = ['ok' => 'success', 'warn' => 'warning', 'stop' => 'danger'];
        $help = $level === 'ok' ? '' : '<br><small>' . $this->text($advice) . '</small>';
        return '<tr><th style="width:30%">' . $this->text($name) . '</th><td>' . self::escaped($value) . $help
            . "</td><td style=\"width:10%\"><span class=\"label label-$labels[$level]\">" . $this->text($level) . '</span></td></tr>';
    }

    private function frontDesk(): string
    {
        $origin = $this->origin();
        if ($origin === null) {
            return $this->notice('warning', $this->text('address_missing'));
        }
        $results = ['reached' => 'success', 'other' => 'danger', 'none' => 'danger'];
        $result = $this->tested[0] ?? null;
        return '<p>' . $this->text('address') . ' <code>' . self::escaped($origin) . '</code></p>'
            . ($result === null ? '' : $this->notice($results[$result], $this->text("address_$result")))
            . $this->form('test', 'btn-default');
    }

    private function settings(): string
    {
        $origin = (string) $this->origin();
        $settings = [
            'BILLING' => 'whmcs',
            'DOMAIN' => strpos($origin, 'https://') === 0 ? substr($origin, 8) : '',
            'WHMCS_URL' => rtrim($this->facts->configured('SystemURL'), '/'),
            'BRAND_NAME' => $this->facts->configured('CompanyName'),
            'MAIL_FROM' => $this->facts->configured('Email'),
            // For the times in mails about connections.
            'TIME_ZONE' => date_default_timezone_get(),
        ];
        $lines = [];
        foreach (array_filter($settings) as $name => $value) {
            $lines[] = "$name=$value";
        }
        return '<p>' . $this->text('settings_help') . '</p><p><strong>provider.env</strong></p>'
            . '<pre>' . self::escaped(implode("\n", $lines)) . '</pre><p><strong>provider.secrets.env</strong></p>'
            . '<pre>FRONTDESK_BRIDGE_KEY=<code>' . self::escaped($this->keys->current()) . '</code></pre>'
            . '<p>' . $this->text('settings_check') . ' <code>npm run whmcs -- check</code></p>';
    }

    private function key(): string
    {
        $until = $this->keys->previousUntil($this->now);
        $previous = $until === null ? '' : '<p>' . $this->text('previous_key') . ' ' . gmdate('Y-m-d H:i', $until) . ' UTC.</p>'
            . $this->form('end-previous-key', 'btn-default');
        return '<p>' . $this->text('key_help') . '</p>' . $this->form('new-key', 'btn-default') . $previous;
    }

    private function orders(): string
    {
        if (!$this->facts->allowsOrders()) {
            return '<p>' . $this->text('orders_off') . '</p>';
        }
        $noted = $this->facts->ordersNoted();
        $isOwn = $this->facts->runsAsAdministrator();
        return '<p>' . $this->text('orders_on') . '</p>'
            . ($isOwn ? '' : $this->notice('danger', $this->text('runs_as_other')))
            . '<p>' . $this->text('noted_' . ($noted ?? 'unknown')) . '</p>'
            . ($isOwn && $noted === null ? $this->form('orders-noted', 'btn-default', true) : '');
    }

    private function remove(): string
    {
        $lost = str_replace('{references}', (string) $this->facts->references(), $this->texts['remove_help']);
        return '<p>' . self::escaped($lost) . '</p>' . $this->form('remove', 'btn-danger', true);
    }

    /** @param bool $isConfirmed whether the form has a box to tick first */
    private function form(string $name, string $look, bool $isConfirmed = false): string
    {
        $box = '';
        if ($isConfirmed) {
            $box = '<div class="checkbox"><label><input type="checkbox" name="confirmed" value="1" required> '
                . $this->text("{$name}_confirm") . '</label></div>';
        }
        return '<form method="post" action="' . self::escaped($this->link) . '" style="margin-bottom:10px">' . generate_token('form')
            . "<input type=\"hidden\" name=\"frontdesk\" value=\"$name\">" . $box
            . "<button type=\"submit\" class=\"btn $look\">" . $this->text("{$name}_button") . '</button></form>';
    }

    private function panel(string $title, string $content): string
    {
        return '<div class="panel panel-default"><div class="panel-heading"><h3 class="panel-title">' . $this->text("{$title}_title")
            . "</h3></div><div class=\"panel-body\">$content</div></div>";
    }

    private function notice(string $level, string $html): string
    {
        return "<div class=\"alert alert-$level\">$html</div>";
    }

    private function yesOrNo(bool $value): string
    {
        return $this->texts[$value ? 'yes' : 'no'];
    }

    private function origin(): ?string
    {
        return FrontDesk::origin((string) $this->store->setting('return_to'));
    }

    private function text(string $name): string
    {
        return self::escaped($this->texts[$name]);
    }

    private static function escaped(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES);
    }
}
