"""Reads an invoice with the client that openapi-python-client wrote, and prints what its types hold."""

import json
import sys

from counterfoil_api_client import AuthenticatedClient
from counterfoil_api_client.api.invoices import get_invoice
from counterfoil_api_client.models import Error, Invoice, InvoiceLine

url, key, invoice_id = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)

invoice = get_invoice.sync(invoice_id, client=client)
assert isinstance(invoice, Invoice), invoice
assert all(isinstance(line, InvoiceLine) for line in invoice.line_items)

missing = get_invoice.sync("inv_none", client=client)
assert isinstance(missing, Error), missing

print(
    json.dumps(
        {
            "id": invoice.id,
            "total": invoice.total,
            "lines": [[line.description, line.total_price] for line in invoice.line_items],
            "missing": missing.code.value,
        }
    )
)
