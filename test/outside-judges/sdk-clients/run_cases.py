"""Runs the cases of cases.json with the Python client, and prints a JSON line for each."""

import asyncio
import json
import sys
from decimal import Decimal
from typing import Any, Callable, Dict, List

from counterfoil import (
    AsyncCounterfoil,
    Counterfoil,
    CounterfoilError,
    RequestOptions,
    ResponseInfo,
    WebhookVerificationError,
    types,
    verify_webhook,
)

setup: Dict[str, Any] = json.load(sys.stdin)
client = Counterfoil(setup["url"], setup["key"])


def create_and_read(given: Dict[str, Any]) -> Any:
    created = client.accounts.create({"name": given["name"], "currency": given["currency"]})
    account: types.Account = client.accounts.get(created["id"])
    return {"name": account["name"], "currency": account["currency"], "isSame": account == created}


def list_over_pages(given: Dict[str, Any]) -> Any:
    names = [f"python-{name}" for name in given["names"]]
    for name in names:
        client.accounts.create({"name": name, "currency": "EUR"})
    listed = client.accounts.list(
        limit=given["limit"], sort="name:desc", filters=[{"field": "name", "operator": "in", "value": names}]
    )
    return {
        "names": [account["name"].removeprefix("python-") for account in listed],
        "pageCount": sum(1 for _ in listed.pages()),
    }


def retry(given: Dict[str, Any]) -> Any:
    with Counterfoil(setup["faultyUrl"], setup["key"]) as faulty:
        return {"name": faulty.accounts.create({"name": given["name"], "currency": given["currency"]})["name"]}


def replay(given: Dict[str, Any]) -> Any:
    infos: List[ResponseInfo] = []
    options = RequestOptions(idempotency_key=f"python-{given['key']}", on_response=infos.append)
    body: types.CreateAccountRequest = {"name": given["name"], "currency": given["currency"]}
    ids = {client.accounts.create(body, options=options)["id"] for _ in range(2)}
    return {"isSame": len(ids) == 1, "isReplayed": [info.is_replayed for info in infos]}


def typed_error(given: Dict[str, Any]) -> Any:
    missing = ""
    try:
        client.invoices.get("inv_none")
    except CounterfoilError as error:
        missing = error.code
    try:
        client.accounts.create({"name": given["name"], "currency": given["currency"]})
    except CounterfoilError as error:
        return {
            "status": error.status,
            "code": error.code,
            "pointers": sorted(fault.pointer for fault in error.faults),
            "hasRequestId": bool(error.request_id),
            "missing": missing,
        }
    return "accepted"


def webhook(_given: Dict[str, Any]) -> Any:
    body, headers, secret = setup["webhook"]["body"], setup["webhook"]["headers"], setup["webhook"]["secret"]
    older = {name: value for name, value in headers.items() if not name.startswith("webhook-")}
    notification = verify_webhook(body, headers, secret)

    def fault(*arguments: Any) -> str:
        try:
            verify_webhook(*arguments)
            return "accepted"
        except WebhookVerificationError as error:
            return error.code

    return {
        "type": notification.type,
        "total": notification.data["total"],
        "isSameWithOlderHeaders": verify_webhook(body.encode(), older, [secret]) == notification,
        "changed": fault(body.replace("119", "118"), headers, secret),
        "old": fault(body, {**headers, "webhook-timestamp": "1614265330"}, secret),
        "unsigned": fault(body, {}, secret),
    }


def events(given: Dict[str, Any]) -> Any:
    def event(name: str) -> types.UsageEventInput:
        return {"uniqueId": f"python-{name}", "account": "acme", "eventName": given["eventName"]}

    second = event("second")
    second["timestamp"] = given["wrongTimestamp"]
    result = client.events.ingest({"events": [event("first"), second, event("third")]})
    return {
        "ingested": [one.removeprefix("python-") for one in result["ingested"]],
        "failed": [one.removeprefix("python-") for one in result["failed"]],
        "index": result["errors"][0]["index"],
        "code": result["errors"][0]["code"],
    }


def exact_decimals(given: Dict[str, Any]) -> Any:
    properties: Dict[str, Any] = {"quantity": Decimal(given["quantity"])}
    name = f"python-{given['eventName']}"
    event: types.UsageEventInput = {
        "uniqueId": name,
        "account": "acme",
        "eventName": name,
        "properties": properties,
    }
    with Counterfoil(setup["faultyUrl"], setup["key"]) as watched:
        return {"failed": len(watched.events.ingest({"events": [event]})["failed"])}


def asynchronous(given: Dict[str, Any]) -> Any:
    async def run() -> Any:
        async with AsyncCounterfoil(setup["url"], setup["key"]) as own:
            names = [f"{given['name']} {number}" for number in (1, 2, 3)]
            await asyncio.gather(
                *(own.accounts.create({"name": name, "currency": given["currency"]}) for name in names)
            )
            listed = own.accounts.list(
                limit=2, sort="name:asc", filters=[{"field": "name", "operator": "in", "value": names}]
            )
            found = [account["name"] async for account in listed]
            try:
                await own.invoices.get("inv_none")
            except CounterfoilError as error:
                return {"names": found, "missing": error.code}

    return asyncio.run(run())


CASES: Dict[str, Callable[[Dict[str, Any]], Any]] = {
    "create and read": create_and_read,
    "list over several pages": list_over_pages,
    "retry after a 503": retry,
    "idempotent replay": replay,
    "typed error": typed_error,
    "webhook": webhook,
    "events with partial failure": events,
    "send exact decimals": exact_decimals,
    "asynchronous client": asynchronous,
}

for case in setup["cases"]:
    print(json.dumps({"name": case["name"], "result": CASES[case["name"]](case["input"])}))
