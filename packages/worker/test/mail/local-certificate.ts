/** A certificate for `localhost` that nobody vouches for, until 2126, and its key: for the servers of these tests and nothing else. */
export const localCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUS/i+KIcECp75gFBSkRbSVZYrW1wwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAwNDkyNFoYDzIxMjYxMDI5
MDA0OTI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATfz1/lU6EpqQCd5rEw5wkKffhwBCyKIEAst+QclQJ720RFnKMxQKR+
mLo1SujOEZFI5dBAnaT8/jSG6IKTkij9o2kwZzAdBgNVHQ4EFgQU0gL/kDDd7bbR
a+BWBtulyJ30Fx8wHwYDVR0jBBgwFoAU0gL/kDDd7bbRa+BWBtulyJ30Fx8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAOxngWrKr8mMJWwnMtHBT6NJ2rYM25zfTgcrHOlwO3xHAiEAm0EhPsPu
rUTUCLmKCqZBl7ggyVI7CILUoO/dE5/8VuI=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/NnodpoP1ioEfvBj
9LqCtRlv6UWgKroz9JIptzIROnShRANCAATfz1/lU6EpqQCd5rEw5wkKffhwBCyK
IEAst+QclQJ720RFnKMxQKR+mLo1SujOEZFI5dBAnaT8/jSG6IKTkij9
-----END PRIVATE KEY-----
`,
};
