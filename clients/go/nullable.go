package counterfoil

import (
	"bytes"
	"encoding/json"
)

// Nullable is absent, null or a value. PATCH treats the three differently. It is a map, because omitempty omits empty
// maps, and no struct before Go 1.24.
type Nullable[T any] map[bool]T

// Value sends the value.
func Value[T any](value T) Nullable[T] {
	return Nullable[T]{true: value}
}

// Null sends null.
func Null[T any]() Nullable[T] {
	var none T
	return Nullable[T]{false: none}
}

// Get returns the value. It returns false if the member is null or absent.
func (n Nullable[T]) Get() (T, bool) {
	value, found := n[true]
	return value, found
}

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if value, found := n[true]; found {
		return json.Marshal(value)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a value or null.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Null[T]()
		return nil
	}
	var value T
	if err := decode(text, &value); err != nil {
		return err
	}
	*n = Value(value)
	return nil
}

// decode reads numbers of unknown members as json.Number, so that they stay exact.
func decode(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(value)
}
