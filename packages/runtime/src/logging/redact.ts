import { stdSerializers } from 'pino'
import { isSecretName } from './is-secret-name.ts'
import { hidden } from './redact-text.ts'
import { sourceStack } from './source-stack.ts'

const deepest = 8

/** Members in which database errors quote rows, statements and parameters. */
const quotingMembers = new Set(['detail', 'where', 'parameters', 'internalQuery'])

/** Returns a copy for the log, without the values of members with secret names, at any depth. */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) {
    const members = stdSerializers.errWithCause(value)
    return redact({ ...members, stack: sourceStack(members.stack) }, depth)
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= deepest) return '[deeper]'
  if (Array.isArray(value)) return redactList(value, depth)
  const isError = 'stack' in value && 'message' in value
  const members = Object.entries(value)
    .filter(([name]) => !isError || !quotingMembers.has(name))
    .map(([name, member]) => [name, isSecretName(name) ? hidden : redact(member, depth + 1)])
  return Object.fromEntries(members)
}

/** Whether `redact` would change nothing: no member has a secret name, and all are texts, numbers and truth values. */
export function isPlain(members: object): boolean {
  if ('stack' in members) return false
  for (const name of Object.keys(members)) {
    const member: unknown = Reflect.get(members, name)
    if ((typeof member === 'object' && member !== null) || isSecretName(name)) return false
  }
  return true
}

/** Also hides the values of secret headers in lists of alternating names and values. */
function redactList(list: unknown[], depth: number): unknown[] {
  return list.map((element, index) => {
    const before: unknown = list[index - 1]
    const isSecret = typeof before === 'string' && before.includes('-') && isSecretName(before)
    return isSecret && typeof element === 'string' ? hidden : redact(element, depth + 1)
  })
}
