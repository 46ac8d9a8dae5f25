<?php

/** `Frontdesk\Acting\Orders` is in `Acting/Orders.php`. */
spl_autoload_register(function ($class) {
    if (strpos($class, 'Frontdesk\\') === 0) {
        $file = __DIR__ . '/' . str_replace('\\', '/', substr($class, 10)) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
