import type { LoginWay, SessionTimes } from '@signalpost/authorization'
import type { SendLetter } from '@signalpost/channels'
import type { ActServices } from '../define-act.ts'

/** What acts on logins and people need. */
export type PersonActServices = ActServices & {
  /** The public URL of the console, without a slash at its end. */
  readonly consoleUrl: string
  /** Undefined where no mail server is configured. */
  readonly sendLetter: SendLetter | undefined
  /** The ways to log in that the operator leaves open, whether or not they are configured. */
  readonly loginWays: readonly LoginWay[]
  readonly sessionTimes: SessionTimes
}

/** The token is behind the `#`, so logs, proxies and referrers never see it. */
export function loginUrlOf({ consoleUrl }: Pick<PersonActServices, 'consoleUrl'>, token: string): string {
  return `${consoleUrl}/login#${token}`
}

/** Whether invitations log in by their links. Where they do not, the identity provider logs their people in. */
export function opensInvitations({ loginWays }: Pick<PersonActServices, 'loginWays'>): boolean {
  return loginWays.includes('link') || loginWays.includes('mail')
}
