/** Another key that a sender makes of a secret's text by mistake. */
export type SecretForm = { readonly detail: string; readonly key: Uint8Array }

const prefix = 'whsec_'
const base64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/
const hex = /^(?:[0-9a-fA-F]{2}){8,}$/

/** Returns the keys that a sender with the right secret may use instead of it. */
export function secretForms(text: string): SecretForm[] {
  const bare = text.startsWith(prefix) ? text.slice(prefix.length) : undefined
  const plain = bare ?? text
  const texts: [string, string | undefined][] = [
    ['newline', `${text}\n`],
    ['newline', `${text}\r\n`],
    ['newline', text.replace(/\r?\n$/, '')],
    ['quotes', `"${text}"`],
    ['quotes', `'${text}'`],
    ['quotes', /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : undefined],
    ['spaces', ` ${text}`],
    ['spaces', `${text} `],
    ['spaces', text.trim()],
    ['prefix', bare ?? prefix + text],
  ]
  // Where a scheme decodes the secret, its plain text is another key.
  const forms: SecretForm[] = [{ detail: 'decoded', key: Buffer.from(text) }]
  for (const [detail, form] of texts) {
    if (form !== undefined && form !== '' && form !== text) forms.push({ detail, key: Buffer.from(form) })
  }
  if (base64.test(plain)) forms.push({ detail: 'decoded', key: Buffer.from(plain, 'base64') })
  if (hex.test(plain)) forms.push({ detail: 'decoded', key: Buffer.from(plain, 'hex') })
  return forms
}
