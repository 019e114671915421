// Reads an invoice with the client that oapi-codegen wrote, and prints what its types hold.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"readinvoice/counterfoil"
)

func main() {
	url, key, id := os.Args[1], os.Args[2], os.Args[3]
	client, err := counterfoil.NewClientWithResponses(url, counterfoil.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+key)
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	found, err := client.GetInvoiceWithResponse(context.Background(), id, nil)
	if err != nil || found.JSON200 == nil {
		log.Fatal("no invoice: ", err, string(found.Body))
	}
	missing, err := client.GetInvoiceWithResponse(context.Background(), "inv_none", nil)
	if err != nil || missing.ApplicationproblemJSON404 == nil {
		log.Fatal("no error: ", err, string(missing.Body))
	}
	var invoice counterfoil.Invoice = *found.JSON200
	lines := [][]string{}
	for _, line := range invoice.LineItems {
		lines = append(lines, linePair(line))
	}
	var problem counterfoil.Error = counterfoil.Error(*missing.ApplicationproblemJSON404)
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"id": invoice.Id, "total": invoice.Total, "lines": lines, "missing": problem.Code,
	})
}

func linePair(line counterfoil.InvoiceLine) []string {
	return []string{line.Description, line.TotalPrice}
}
