"""The client of Counterfoil, for Python. README.md has examples."""

from ._client import AsyncCounterfoil, Counterfoil
from ._errors import CounterfoilError, Fault
from ._generated import types
from ._options import ListFilter, RequestOptions, ResponseInfo
from ._pages import AsyncPages, Pages
from ._webhooks import WebhookNotification, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncCounterfoil",
    "AsyncPages",
    "Counterfoil",
    "CounterfoilError",
    "Fault",
    "ListFilter",
    "Pages",
    "RequestOptions",
    "ResponseInfo",
    "WebhookNotification",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]
