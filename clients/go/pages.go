package counterfoil

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
)

const (
	largestPage = 100
	usualPage   = 10
)

// ListFilter is one condition of a list. All conditions must match.
type ListFilter struct {
	Field    string `json:"field"`
	Operator string `json:"operator,omitempty"`
	Value    any    `json:"value,omitempty"`
}

// Pages is a list. Next moves to the next item and reads pages as needed:
//
//	invoices := client.Invoices.List(&counterfoil.InvoicesListParams{Limit: 100})
//	for invoices.Next(ctx) {
//		fmt.Println(invoices.Item().ID)
//	}
//	if err := invoices.Err(); err != nil { … }
type Pages[Page, Item any] struct {
	connection *connection
	request    apiRequest
	itemsOf    func(*Page) []Item
	items      []Item
	at         int
	isLast     bool
	err        error
}

func newPages[Page, Item any](c *connection, request apiRequest, itemsOf func(*Page) []Item) *Pages[Page, Item] {
	return &Pages[Page, Item]{connection: c, request: request, itemsOf: itemsOf}
}

// Next moves to the next item. It returns false after the last one, and after an error.
func (p *Pages[Page, Item]) Next(ctx context.Context) bool {
	p.at++
	for p.at > len(p.items) {
		if p.isLast || p.err != nil {
			return false
		}
		if _, p.err = p.NextPage(ctx); p.err != nil {
			return false
		}
		p.at = 1
	}
	return true
}

// Item is the current item, after Next returned true.
func (p *Pages[Page, Item]) Item() Item {
	return p.items[p.at-1]
}

// Err is why Next returned false; nil after the last item.
func (p *Pages[Page, Item]) Err() error {
	return p.err
}

// NextPage reads one page as the server returns it. It returns nil after the last page.
func (p *Pages[Page, Item]) NextPage(ctx context.Context) (*Page, error) {
	if p.isLast {
		return nil, nil
	}
	var text json.RawMessage
	if err := p.connection.send(ctx, p.request, &text); err != nil {
		return nil, err
	}
	page := new(Page)
	if err := decode(text, page); err != nil {
		return nil, err
	}
	p.items, p.at = p.itemsOf(page), 0
	return page, p.turn(text)
}

// turn prepares the request of the next page. Pages have different members, so the page itself decides.
func (p *Pages[Page, Item]) turn(text []byte) error {
	var facts struct {
		PageCount *int `json:"pageCount"`
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &facts); err != nil {
		return err
	}
	if cursor, found := members["nextCursor"]; found {
		var next *string
		if err := json.Unmarshal(cursor, &next); err != nil {
			return err
		}
		if p.isLast = next == nil; !p.isLast {
			p.ask("cursor", *next)
		}
		return nil
	}
	query, err := queryOf(p.request.query)
	if err != nil {
		return err
	}
	for name, values := range p.request.extraQuery {
		query[name] = values
	}
	number, _ := strconv.Atoi(query.Get("page"))
	number = max(1, number)
	limit, _ := strconv.Atoi(query.Get("limit"))
	switch {
	case facts.PageCount != nil:
		p.isLast = number >= *facts.PageCount
	// A list without a count returns everything, unless a page was requested. Then the last page is one that is not full.
	case query.Get("page") == "" && limit == 0:
		p.isLast = true
	default:
		if limit == 0 {
			limit = usualPage
		}
		p.isLast = len(p.items) < min(limit, largestPage)
	}
	p.ask("page", strconv.Itoa(number+1))
	return nil
}

func (p *Pages[Page, Item]) ask(name, value string) {
	p.request.extraQuery = url.Values{name: {value}}
}
