<p>{$text}</p>
