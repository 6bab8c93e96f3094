/** Endings of the names of secrets, in lower case and without hyphens and underscores. */
const endings = [
  'accesskey',
  'apikey',
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'hmac',
  'hmacsha256',
  'masterkey',
  'passphrase',
  'password',
  'privatekey',
  'routingkey',
  'secret',
  'secretkey',
  'secrets',
  'signature',
  'signature256',
  'signingkey',
  'token',
  'tokens',
  'webhookurl',
]
const secretEnding = new RegExp(`(?:${endings.join('|')})$`)
const lastLetters = [...new Set(endings.map((ending) => `${ending.at(-2)}[-_]*${ending.at(-1)}`))]
// Looking back from a rare text takes 0.5 µs a line, looking for the letters 1.6.
const memberOfSecret = new RegExp(`(?<=(?:${lastLetters.join('|')})[-_]*)":"`, 'i')
const judgedNames = new Map<string, boolean>()
/** Bounds the cache, because names may come from outside. */
const mostJudgedNames = 1_000
const longestName = 100

/**
 * Whether a member, header or parameter of this name holds a secret. Caches names, since every log line has the same
 * few.
 */
export function isSecretName(name: string): boolean {
  const known = judgedNames.get(name)
  if (known !== undefined) return known
  const isSecret = secretEnding.test(name.slice(-longestName).toLowerCase().replaceAll(/[-_]/g, ''))
  if (judgedNames.size < mostJudgedNames) judgedNames.set(name, isSecret)
  return isSecret
}

/** Whether a line of JSON may have a text whose name means a secret, by the last two letters of its names. */
export function mayNameSecret(line: string): boolean {
  return memberOfSecret.test(line)
}
