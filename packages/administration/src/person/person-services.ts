import type { SendLetter } from '@signalpost/channels'
import type { ActServices } from '../define-act.ts'

/** What acts need that let people in. */
export type PersonActServices = ActServices & {
  /** How people reach the console; without a slash at its end. */
  readonly consoleUrl: string
  /** Undefined where no mail server is configured. */
  readonly sendLetter: SendLetter | undefined
}

/** Where the token stands, neither logs nor proxies nor referrers see it. */
export function loginUrlOf({ consoleUrl }: Pick<PersonActServices, 'consoleUrl'>, token: string): string {
  return `${consoleUrl}/login#${token}`
}
