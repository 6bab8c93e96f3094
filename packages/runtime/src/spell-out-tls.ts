/**
 * The URL of a PostgreSQL server with what its `sslmode` means to the driver: `prefer`, `require` and `verify-ca` ask
 * for TLS and check the certificate and its name as `verify-full` does. Spelled out, a newer driver cannot make it less,
 * and this one does not warn of that. A URL with `uselibpqcompat=true` is left as it is.
 */
export function spellOutTls(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
