/**
 * Returns the PostgreSQL URL with its `sslmode` replaced by what the driver makes of it: for `prefer`, `require` and
 * `verify-ca` it uses TLS and checks the certificate and its name, like `verify-full`. Spelled out, a newer driver
 * cannot weaken it, and this one prints no warning. Leaves a URL with `uselibpqcompat=true` unchanged.
 */
export function spellOutTls(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
