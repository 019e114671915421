package counterfoil

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
)

const (
	firstWait   = 250 * time.Millisecond
	longestWait = 8 * time.Second
	// A longer Retry-After is not awaited: the call fails with the error.
	longestRetryAfter = 60 * time.Second
)

type connection struct {
	baseURL string
	apiKey  string
	http    *http.Client
	retries int
	timeout time.Duration
}

type apiRequest struct {
	method         string
	path           string
	pathParameters []string
	// A pointer to a struct whose fields have query tags.
	query       any
	extraQuery  url.Values
	body        any
	contentType string
	accept      string
	options     []RequestOption
}

func sendFor[T any](ctx context.Context, c *connection, request apiRequest) (*T, error) {
	result := new(T)
	if err := c.send(ctx, request, result); err != nil {
		return nil, err
	}
	return result, nil
}

func (c *connection) send(ctx context.Context, request apiRequest, result any) error {
	text, err := c.download(ctx, request)
	if err != nil || result == nil || len(text) == 0 {
		return err
	}
	return decode(text, result)
}

func (c *connection) download(ctx context.Context, request apiRequest) ([]byte, error) {
	settings := requestSettings{}
	for _, option := range request.options {
		if option != nil {
			option(&settings)
		}
	}
	// One key for all attempts, so that the server treats them as one request. GET and PUT need none.
	if settings.idempotencyKey == "" && request.method != "GET" && request.method != "PUT" {
		settings.idempotencyKey = randomKey()
	}
	address, err := addressOf(c.baseURL, request)
	if err != nil {
		return nil, err
	}
	content, contentType, err := contentOf(request)
	if err != nil {
		return nil, err
	}
	for k := 0; ; k++ {
		text, err := c.attempt(ctx, request, address, content, contentType, settings)
		var failure *Error
		if err == nil || !errors.As(err, &failure) || k >= c.retries || !mayPass(failure) {
			return text, err
		}
		if err := pause(ctx, max(0, failure.RetryAfter)+backoff(k)); err != nil {
			return nil, err
		}
	}
}

func (c *connection) attempt(
	ctx context.Context, request apiRequest, address string, content []byte, contentType string, settings requestSettings,
) ([]byte, error) {
	attempt, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	sent, err := http.NewRequestWithContext(attempt, request.method, address, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	accept := request.accept
	if accept == "" {
		accept = "application/json"
	}
	for name, value := range map[string]string{
		"Accept":          accept + ", application/problem+json",
		"Content-Type":    contentType,
		"Idempotency-Key": settings.idempotencyKey,
		"If-Match":        settings.ifMatch,
	} {
		if value != "" {
			sent.Header.Set(name, value)
		}
	}
	if c.apiKey != "" {
		sent.Header.Set("Authorization", "Bearer "+c.apiKey)
	}
	response, err := c.http.Do(sent)
	var text []byte
	if err == nil {
		defer response.Body.Close()
		text, err = io.ReadAll(response.Body)
	}
	if err != nil {
		// The caller's own end of the context is not a fault of the connection, and is never retried.
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, connectionError(err, attempt.Err() != nil)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, answeredError(response, text)
	}
	if settings.info != nil {
		header := response.Header
		*settings.info = ResponseInfo{
			response.StatusCode, header.Get("ETag"), header.Get("X-Request-Id"), header.Get("Idempotent-Replayed") == "true",
		}
	}
	return text, nil
}

// mayPass: 409 does so only with Retry-After, when the server is still processing an identical request.
func mayPass(failure *Error) bool {
	if failure.RetryAfter > longestRetryAfter {
		return false
	}
	switch failure.Status {
	case 0, 429, 502, 503, 504:
		return true
	case 409:
		return failure.RetryAfter >= 0
	}
	return false
}

// backoff is random, so that clients that failed together do not retry together.
func backoff(k int) time.Duration {
	most := min(longestWait, firstWait<<min(k, 10))
	return most/2 + time.Duration(mathrand.Int63n(int64(most/2)))
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func randomKey() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", bytes)
}

func contentOf(request apiRequest) ([]byte, string, error) {
	if request.body == nil || reflect.ValueOf(request.body).IsZero() {
		return nil, "", nil
	}
	if content, isBytes := request.body.([]byte); isBytes {
		return content, request.contentType, nil
	}
	content, err := json.Marshal(request.body)
	return content, "application/json", err
}

// addressOf encodes the parameters. An empty or dotted segment would lead to another path.
func addressOf(baseURL string, request apiRequest) (string, error) {
	path := request.path
	for _, parameter := range request.pathParameters {
		if parameter == "" || parameter == "." || parameter == ".." {
			return "", fmt.Errorf("counterfoil: %q cannot be a path segment", parameter)
		}
		start, end := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:start] + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(url.PathEscape(parameter)) + path[end+1:]
	}
	query, err := queryOf(request.query)
	if err != nil {
		return "", err
	}
	for name, values := range request.extraQuery {
		query[name] = values
	}
	if len(query) == 0 {
		return baseURL + path, nil
	}
	return baseURL + path + "?" + query.Encode(), nil
}

// queryOf sends lists as JSON. A parameter without a value is left out.
func queryOf(params any) (url.Values, error) {
	query := url.Values{}
	value := reflect.ValueOf(params)
	if params == nil || value.IsNil() {
		return query, nil
	}
	value = value.Elem()
	for k := range value.NumField() {
		field := value.Field(k)
		if field.IsZero() {
			continue
		}
		text := ""
		switch field.Kind() {
		case reflect.String:
			text = field.String()
		case reflect.Int:
			text = strconv.FormatInt(field.Int(), 10)
		default:
			encoded, err := json.Marshal(field.Interface())
			if err != nil {
				return nil, err
			}
			text = string(encoded)
		}
		query.Set(value.Type().Field(k).Tag.Get("query"), text)
	}
	return query, nil
}
