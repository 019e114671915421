// Runs the cases of cases.json with the Go client, and prints a JSON line for each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"reflect"
	"sort"
	"strings"

	counterfoil "github.com/counterfoil/counterfoil/clients/go"
)

type input struct {
	Name, Currency, Key, EventName, WrongTimestamp, Quantity string
	Names                                                    []string
	Limit                                                    int
}

var setup struct {
	URL, FaultyURL, Key string
	Webhook             struct {
		Body, Secret string
		Headers      map[string]string
	}
	Cases []struct {
		Name  string
		Input input
	}
}

var ctx = context.Background()
var client *counterfoil.Client

type object = map[string]any

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func account(given input) *counterfoil.CreateAccountRequest {
	return &counterfoil.CreateAccountRequest{Name: given.Name, Currency: &given.Currency}
}

func createAndRead(given input) any {
	created, err := client.Accounts.Create(ctx, account(given))
	check(err)
	read, err := client.Accounts.Get(ctx, created.ID)
	check(err)
	return object{"name": read.Name, "currency": read.Currency, "isSame": reflect.DeepEqual(read, created)}
}

func listOverPages(given input) any {
	names := []string{}
	for _, name := range given.Names {
		names = append(names, "go-"+name)
		_, err := client.Accounts.Create(ctx, &counterfoil.CreateAccountRequest{Name: "go-" + name, Currency: counterfoil.Ptr("EUR")})
		check(err)
	}
	list := func() *counterfoil.Pages[counterfoil.AccountList, counterfoil.ListedAccount] {
		filters := []counterfoil.ListFilter{{Field: "name", Operator: "in", Value: names}}
		return client.Accounts.List(&counterfoil.AccountsListParams{Limit: given.Limit, Sort: "name:desc", Filters: filters})
	}
	found := []string{}
	listed := list()
	for listed.Next(ctx) {
		found = append(found, strings.TrimPrefix(listed.Item().Name, "go-"))
	}
	check(listed.Err())
	count := 0
	for pages := list(); ; count++ {
		page, err := pages.NextPage(ctx)
		check(err)
		if page == nil {
			break
		}
	}
	return object{"names": found, "pageCount": count}
}

func retry(given input) any {
	created, err := counterfoil.New(setup.FaultyURL, setup.Key).Accounts.Create(ctx, account(given))
	check(err)
	return object{"name": created.Name}
}

func replay(given input) any {
	ids, replayed := []string{}, []bool{}
	for range 2 {
		var info counterfoil.ResponseInfo
		key := counterfoil.IdempotencyKey("go-" + given.Key)
		created, err := client.Accounts.Create(ctx, account(given), key, counterfoil.CaptureResponse(&info))
		check(err)
		ids, replayed = append(ids, created.ID), append(replayed, info.IsReplayed)
	}
	return object{"isSame": ids[0] == ids[1], "isReplayed": replayed}
}

func typedError(given input) any {
	var missing, refused *counterfoil.Error
	if _, err := client.Invoices.Get(ctx, "inv_none"); !errors.As(err, &missing) {
		log.Fatal("no typed error: ", err)
	}
	if _, err := client.Accounts.Create(ctx, account(given)); !errors.As(err, &refused) {
		log.Fatal("no typed error: ", err)
	}
	pointers := []string{}
	for _, fault := range refused.Faults {
		pointers = append(pointers, fault.Pointer)
	}
	sort.Strings(pointers)
	return object{
		"status": refused.Status, "code": refused.Code, "pointers": pointers,
		"hasRequestId": refused.RequestID != "", "missing": missing.Code,
	}
}

func webhook(input) any {
	all, older := http.Header{}, http.Header{}
	for name, value := range setup.Webhook.Headers {
		all.Set(name, value)
		if !strings.HasPrefix(name, "webhook-") {
			older.Set(name, value)
		}
	}
	body, secret := setup.Webhook.Body, setup.Webhook.Secret
	notification, err := counterfoil.VerifyWebhook([]byte(body), all, secret)
	check(err)
	same, err := counterfoil.VerifyWebhook([]byte(body), older, secret)
	check(err)
	var invoice struct{ Total string }
	check(json.Unmarshal(notification.Data, &invoice))
	fault := func(body string, header http.Header) string {
		var refused *counterfoil.WebhookVerificationError
		if _, err := counterfoil.VerifyWebhook([]byte(body), header, secret); errors.As(err, &refused) {
			return refused.Code
		}
		return "accepted"
	}
	old := all.Clone()
	old.Set("webhook-timestamp", "1614265330")
	return object{
		"type": notification.Type, "total": invoice.Total, "isSameWithOlderHeaders": reflect.DeepEqual(same, notification),
		"changed": fault(strings.ReplaceAll(body, "119", "118"), all), "old": fault(body, old),
		"unsigned": fault(body, http.Header{}),
	}
}

func events(given input) any {
	event := func(name string) counterfoil.UsageEventInput {
		return counterfoil.UsageEventInput{UniqueID: "go-" + name, Account: "acme", EventName: given.EventName}
	}
	second := event("second")
	second.Timestamp = &given.WrongTimestamp
	batch := &counterfoil.UsageEventBatch{Events: []counterfoil.UsageEventInput{event("first"), second, event("third")}}
	result, err := client.Events.Ingest(ctx, batch)
	check(err)
	trimmed := func(names []string) []string {
		short := []string{}
		for _, name := range names {
			short = append(short, strings.TrimPrefix(name, "go-"))
		}
		return short
	}
	first := result.Errors[0]
	return object{
		"ingested": trimmed(result.Ingested), "failed": trimmed(result.Failed), "index": first.Index, "code": first.Code,
	}
}

func exactDecimals(given input) any {
	name := "go-" + given.EventName
	event := counterfoil.UsageEventInput{
		UniqueID: name, Account: "acme", EventName: name, Properties: object{"quantity": json.Number(given.Quantity)},
	}
	batch := &counterfoil.UsageEventBatch{Events: []counterfoil.UsageEventInput{event}}
	result, err := counterfoil.New(setup.FaultyURL, setup.Key).Events.Ingest(ctx, batch)
	check(err)
	return object{"failed": len(result.Failed)}
}

func main() {
	check(json.NewDecoder(os.Stdin).Decode(&setup))
	client = counterfoil.New(setup.URL, setup.Key)
	cases := map[string]func(input) any{
		"create and read": createAndRead, "list over several pages": listOverPages, "retry after a 503": retry,
		"idempotent replay": replay, "typed error": typedError, "webhook": webhook,
		"events with partial failure": events, "send exact decimals": exactDecimals,
	}
	for _, one := range setup.Cases {
		run, found := cases[one.Name]
		if !found {
			log.Fatal("no such case: ", one.Name)
		}
		check(json.NewEncoder(os.Stdout).Encode(object{"name": one.Name, "result": run(one.Input)}))
	}
}
