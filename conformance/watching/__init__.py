"""What recorded or passing exchanges show about requirements, whoever sent them and why. Pure: opens no connection.

A run judges all its exchanges here at its end, and the proxy judges each exchange that passes. `watch` puts the parts
together: rules for one exchange, histories of bookings, holds and groups, and relations between answers.
"""
