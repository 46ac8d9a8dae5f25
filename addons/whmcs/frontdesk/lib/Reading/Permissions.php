<?php

namespace Frontdesk\Reading;

/** Permissions in a column. Their form is undocumented: an unreadable value permits nothing. */
final class Permissions
{
    /**
     * @param string $written names with commas, or JSON: a list of names, or names with yes or no
     * @return list<string>
     */
    public static function read(string $written): array
    {
        $list = json_decode($written, true);
        if ($list === null) {
            $list = array_map('trim', explode(',', $written));
        }
        $names = [];
        foreach (is_array($list) ? $list : [] as $key => $value) {
            $isGranted = is_int($key) || filter_var($value, FILTER_VALIDATE_BOOLEAN);
            $names[] = is_int($key) ? $value : ($isGranted ? $key : null);
        }
        return array_values(array_filter($names, function ($name): bool {
            return is_string($name) && preg_match('/^[a-z]{1,40}$/D', $name) === 1;
        }));
    }
}
