// Package counterfoil is the client of Counterfoil. README.md has examples.
package counterfoil

import (
	"net/http"
	"strings"
	"time"
)

// Client is the whole API, by resource: client.Invoices.Get(ctx, id). It is safe for concurrent use.
type Client struct {
	Resources
}

// Option changes the behavior of a client.
type Option func(*connection)

// WithHTTPClient sends requests with your own client.
func WithHTTPClient(client *http.Client) Option {
	return func(c *connection) { c.http = client }
}

// WithRetries sets how often a failed request is retried; 3 by default.
func WithRetries(retries int) Option {
	return func(c *connection) { c.retries = retries }
}

// WithTimeout limits one attempt, including the response body; 30 seconds by default.
func WithTimeout(timeout time.Duration) Option {
	return func(c *connection) { c.timeout = timeout }
}

// New creates a client of a Counterfoil server.
func New(baseURL, apiKey string, options ...Option) *Client {
	made := &connection{
		baseURL: strings.TrimRight(baseURL, "/"),
		apiKey:  apiKey,
		http:    http.DefaultClient,
		retries: 3,
		timeout: 30 * time.Second,
	}
	for _, option := range options {
		option(made)
	}
	return &Client{newResources(made)}
}

// ResponseInfo is what a response says about itself.
type ResponseInfo struct {
	Status    int
	ETag      string
	RequestID string
	// IsReplayed: the server repeated an earlier response, because the idempotency key was the same.
	IsReplayed bool
}

type requestSettings struct {
	idempotencyKey string
	ifMatch        string
	info           *ResponseInfo
}

// RequestOption changes a single call.
type RequestOption func(*requestSettings)

// IdempotencyKey replaces the random key of a POST, PATCH or DELETE, so that a restarted process can repeat the request.
func IdempotencyKey(key string) RequestOption {
	return func(s *requestSettings) { s.idempotencyKey = key }
}

// IfMatch makes the call fail with 412 if the resource has changed since its ETag was read.
func IfMatch(etag string) RequestOption {
	return func(s *requestSettings) { s.ifMatch = etag }
}

// CaptureResponse fills info from the successful response.
func CaptureResponse(info *ResponseInfo) RequestOption {
	return func(s *requestSettings) { s.info = info }
}

// Ptr returns a pointer to a value, for optional members.
func Ptr[T any](value T) *T {
	return &value
}
