package counterfoil

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const webhookTolerance = 5 * time.Minute

// WebhookNotification is the content of a webhook.
type WebhookNotification struct {
	// ID is the same in every delivery of a notification. Store it, to process each notification once.
	ID        string `json:"-"`
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	// Data is the resource as the API showed it when the event happened. Unmarshal it into its type.
	Data json.RawMessage `json:"data"`
}

// WebhookVerificationError means that the request was not signed with the secret, or is too old. Respond with 400 and do
// nothing else.
type WebhookVerificationError struct {
	Code    string
	Message string
}

func (e *WebhookVerificationError) Error() string {
	return e.Message
}

var allDigits = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook returns the content of a webhook whose signature was made with one of the secrets. Pass the exact bytes of
// the request: a body that was parsed and written again has a different signature.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*WebhookNotification, error) {
	return verifyWebhookAt(time.Now(), body, header, secrets)
}

func verifyWebhookAt(now time.Time, body []byte, header http.Header, secrets []string) (*WebhookNotification, error) {
	// Older receivers read svix-*. The server sends both with the same values.
	prefix := "webhook"
	if header.Get("webhook-id") == "" {
		prefix = "svix"
	}
	id, sentAt, signatures := header.Get(prefix+"-id"), header.Get(prefix+"-timestamp"), header.Get(prefix+"-signature")
	if id == "" || sentAt == "" || signatures == "" {
		return nil, &WebhookVerificationError{"missing_header", "A header of webhook-id, webhook-timestamp and webhook-signature is missing."}
	}
	if !allDigits.MatchString(sentAt) {
		return nil, &WebhookVerificationError{"wrong_header", prefix + "-timestamp is not a number of seconds."}
	}
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil {
		return nil, err
	}
	age := now.Sub(time.Unix(seconds, 0))
	if age > webhookTolerance {
		return nil, &WebhookVerificationError{"too_old", fmt.Sprintf("It was sent %s ago.", age.Round(time.Second))}
	}
	if age < -webhookTolerance {
		return nil, &WebhookVerificationError{"too_new", "It was sent in the future."}
	}
	isSigned, err := isSigned(append([]byte(id+"."+sentAt+"."), body...), signatures, secrets)
	if err != nil {
		return nil, err
	}
	if !isSigned {
		return nil, &WebhookVerificationError{"wrong_signature", "No signature was made with the secret."}
	}
	notification := &WebhookNotification{}
	if json.Unmarshal(body, notification) != nil {
		return nil, &WebhookVerificationError{"wrong_body", "The signature is valid, but the body is not JSON."}
	}
	notification.ID = id
	return notification, nil
}

func isSigned(signed []byte, header string, secrets []string) (bool, error) {
	isAnySigned := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return false, errors.New("counterfoil: a webhook secret must be whsec_ followed by base64")
		}
		code := hmac.New(sha256.New, key)
		code.Write(signed)
		expected := code.Sum(nil)
		for _, part := range strings.Fields(header) {
			version, text, _ := strings.Cut(part, ",")
			candidate, err := base64.StdEncoding.DecodeString(text)
			// Compares all, each in constant time, so that the duration reveals nothing about the right one.
			if version == "v1" && err == nil && hmac.Equal(expected, candidate) {
				isAnySigned = true
			}
		}
	}
	return isAnySigned, nil
}
