<p>This page is part of signing in to the front desk. It was not opened from there, or you are signed in as somebody else. Go back and begin again.</p>
