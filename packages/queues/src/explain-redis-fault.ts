import { explainTlsFault, NotReadyError } from '@signalpost/domain'

const redis = { server: 'Redis', variable: 'REDIS_URL' }
const refusals: Record<string, string> = {
  NOAUTH: 'Redis asks for a password',
  WRONGPASS: 'Redis refuses the user or the password',
}

/** Explains an error of Redis that waiting does not end, fit to show to anyone. Undefined for any other. */
export function explainRedisFault(error: unknown): NotReadyError | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  const fault = explainTlsFault(code, redis)
  if (fault !== undefined)
    return new NotReadyError(`${fault.message} (${code})`, fault.remedy, { cause: error })
  const [reply = ''] = error.message.split(' ', 1)
  const refusal = Object.hasOwn(refusals, reply) ? refusals[reply] : undefined
  if (refusal === undefined) return undefined
  return new NotReadyError(`${refusal} (${reply})`, 'Correct REDIS_URL.', { cause: error })
}
