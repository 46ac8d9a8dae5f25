<p>This page belongs to the front desk. It was not opened from there, or what it leads to is not yours. Go back and begin again.</p>
