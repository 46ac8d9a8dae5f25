<?php

spl_autoload_register(function ($class) {
    if (strpos($class, 'Frontdesk\\') === 0) {
        $file = __DIR__ . '/' . substr($class, 10) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
