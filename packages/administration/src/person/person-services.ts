import type { SendLetter } from '@signalpost/channels'
import type { ActServices } from '../define-act.ts'

/** What acts on logins and people need. */
export type PersonActServices = ActServices & {
  /** The public URL of the console, without a slash at its end. */
  readonly consoleUrl: string
  /** Undefined where no mail server is configured. */
  readonly sendLetter: SendLetter | undefined
}

/** The token is behind the `#`, so logs, proxies and referrers never see it. */
export function loginUrlOf({ consoleUrl }: Pick<PersonActServices, 'consoleUrl'>, token: string): string {
  return `${consoleUrl}/login#${token}`
}
