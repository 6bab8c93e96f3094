/** What the name of a secret ends with, in small letters and without hyphens and underscores. */
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
const judgedNames = new Map<string, boolean>()
/** Names may come from outside. */
const mostJudgedNames = 1_000
const longestName = 100

/** Whether a member, header or parameter of this name holds a secret. Every log line asks for the same few names. */
export function isSecretName(name: string): boolean {
  const known = judgedNames.get(name)
  if (known !== undefined) return known
  const isSecret = secretEnding.test(name.slice(-longestName).toLowerCase().replaceAll(/[-_]/g, ''))
  if (judgedNames.size < mostJudgedNames) judgedNames.set(name, isSecret)
  return isSecret
}
