import { stdSerializers } from 'pino'

const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'xservicesignature',
  'signature',
  'secret',
  'secrets',
  'apikey',
  'password',
  'token',
  'metricstoken',
  'bottoken',
  'signingsecret',
  'masterkey',
  'secretkey',
  'accesskey',
  'privatekey',
  'credentials',
])
const deepest = 8
const judgedNames = new Map<string, boolean>()
/** Names may come from outside. */
const mostJudgedNames = 1_000
const hidden = '[hidden]'

/** A copy for the log, without the values of members that are secret by their name, at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return redact({ ...stdSerializers.errWithCause(value) }, depth)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= deepest) return '[deeper]'
  if (Array.isArray(value)) return value.map((element) => redact(element, depth + 1))
  const members = Object.entries(value).map(([name, member]) => [
    name,
    isSecretName(name) ? hidden : redact(member, depth + 1),
  ])
  return Object.fromEntries(members)
}

/** Takes out of a finished line what is still secret in it, by the name of its member or by its own form. */
export function redactText(line: string): string {
  return line
    .replaceAll(/"([\w-]{3,40})":"(?:[^"\\]|\\.)*"/g, (member, name: string) =>
      isSecretName(name) ? `"${name}":"${hidden}"` : member,
    )
    .replaceAll(/:\/\/[^\s"/@]*@/g, `://${hidden}@`)
    .replaceAll(/\b(spk_[A-Za-z0-9]+_)[A-Za-z0-9]+/g, `$1${hidden}`)
    .replaceAll(/\bwhsec_[A-Za-z0-9+/=_-]+/g, `whsec_${hidden}`)
    .replaceAll(/\b(Bearer|Basic) [A-Za-z0-9._~+/=-]+/gi, `$1 ${hidden}`)
}

/** Every line asks for the same few names. */
function isSecretName(name: string): boolean {
  const known = judgedNames.get(name)
  if (known !== undefined) return known
  const isSecret = secretNames.has(name.toLowerCase().replaceAll(/[-_]/g, ''))
  if (judgedNames.size < mostJudgedNames) judgedNames.set(name, isSecret)
  return isSecret
}
