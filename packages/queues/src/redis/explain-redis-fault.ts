import { explainTlsFault, NotReadyError } from '@signalpost/domain'
import { keyPrefix } from '../queue-names.ts'

const redis = { server: 'Redis', variable: 'REDIS_URL' }
const correctUrl = 'Correct REDIS_URL.'
const refusals: Record<string, [message: string, remedy: string]> = {
  NOAUTH: ['Redis asks for a password', correctUrl],
  WRONGPASS: ['Redis refuses the user or the password', correctUrl],
  NOPERM: [
    'Redis forbids its user a command or a key that the queue needs',
    `Give the user these rights: ~${keyPrefix}:* +@all -@dangerous +info.`,
  ],
}

const refusedInScript = /^ERR (ACL failure in script|The user executing the script can't)/

/** Explains an error of Redis that waiting does not end, fit to show to anyone. Undefined for any other. */
export function explainRedisFault(error: unknown): NotReadyError | undefined {
  if (error instanceof NotReadyError) return error
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const fault = explainTlsFault(code, redis)
  if (fault !== undefined)
    return new NotReadyError(`${fault.message} (${code})`, fault.remedy, { cause: error })
  const [first = ''] = error.message.split(' ', 1)
  const reply = refusedInScript.test(error.message) ? 'NOPERM' : first
  const [message, remedy] = (Object.hasOwn(refusals, reply) ? refusals[reply] : undefined) ?? []
  if (message === undefined || remedy === undefined) return undefined
  return new NotReadyError(`${message} (${reply})`, remedy, { cause: error })
}
