package counterfoil

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const shownCharacters = 200

// Fault is a fault of one member of the input.
type Fault struct {
	// Pointer is a JSON pointer into the body or the parameters.
	Pointer string `json:"pointer"`
	Code    string `json:"code"`
	Detail  string `json:"detail"`
}

// Error is why a call failed: the members of a problem (RFC 9457). Without a response, Status is 0. Get it with errors.As.
type Error struct {
	Status    int
	Code      string
	Title     string
	Detail    string
	RequestID string
	Faults    []Fault
	// RetryAfter is negative if the server did not send one.
	RetryAfter time.Duration
	cause      error
}

func (e *Error) Error() string {
	lines := []string{e.Detail}
	for _, fault := range e.Faults {
		lines = append(lines, fmt.Sprintf("  %s: %s", fault.Pointer, fault.Detail))
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the error of the connection.
func (e *Error) Unwrap() error {
	return e.cause
}

func connectionError(cause error, isLate bool) *Error {
	code, title := "connection_failed", "The server cannot be reached"
	if isLate {
		code, title = "timed_out", "No response in time"
	}
	return &Error{Code: code, Title: title, Detail: "The request failed: " + cause.Error(), RetryAfter: -1, cause: cause}
}

// answeredError is the error of a response other than 2xx. One that is not a problem document comes from an intermediary.
func answeredError(response *http.Response, body []byte) *Error {
	failure := &Error{
		Status:     response.StatusCode,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After")),
	}
	var problem struct {
		Code, Title, Detail, RequestID string
		Errors                         []Fault
	}
	if json.Unmarshal(body, &problem) != nil || problem.Code == "" || problem.Detail == "" {
		shown := strings.TrimSpace(string(body))
		if len(shown) > shownCharacters {
			shown = strings.ToValidUTF8(shown[:shownCharacters], "")
		}
		failure.Code, failure.Title = "unexpected_answer", "Not a response of Counterfoil"
		failure.Detail = fmt.Sprintf("Unexpected response %d: %s", response.StatusCode, shown)
		return failure
	}
	failure.Code, failure.Title, failure.Detail, failure.Faults = problem.Code, problem.Title, problem.Detail, problem.Errors
	if problem.RequestID != "" {
		failure.RequestID = problem.RequestID
	}
	return failure
}

func retryAfter(text string) time.Duration {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	instant, err := http.ParseTime(text)
	if err != nil {
		return -1
	}
	return max(0, time.Until(instant))
}
