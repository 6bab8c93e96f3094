import { type Check, good, weak } from '@signalpost/administration/doctor'
import type { CommandContext } from '../../command/context.ts'

/** Finds ways to log in that are named and lead nowhere, and a provider that no one can reach. */
export const loginCheck: Check<CommandContext> = {
  name: 'ways to log in',
  after: 'configuration',
  remedy: 'Check SIGNALPOST_LOGIN_WAYS.',
  run: async ({ config: { loginWays, smtp, environment } }) => {
    const isChosen = Boolean(environment.SIGNALPOST_LOGIN_WAYS)
    const hasIssuer = Boolean(environment.SIGNALPOST_OIDC_ISSUER)
    const open = loginWays.filter(
      (way) => way === 'link' || (way === 'mail' ? smtp !== undefined : hasIssuer),
    )
    const dead = loginWays.filter((way) => !open.includes(way))
    if (hasIssuer && !loginWays.includes('oidc')) {
      return weak(
        'an identity provider is configured, and SIGNALPOST_LOGIN_WAYS closes it',
        'Add oidc to SIGNALPOST_LOGIN_WAYS, or unset SIGNALPOST_OIDC_ISSUER.',
      )
    }
    if (isChosen && dead.length > 0) {
      return weak(
        `SIGNALPOST_LOGIN_WAYS names ${dead.join(' and ')}, which is not configured`,
        `Set ${dead.map((way) => (way === 'mail' ? 'SIGNALPOST_SMTP_URL' : 'SIGNALPOST_OIDC_ISSUER')).join(' and ')}, or leave it out.`,
      )
    }
    return good(open.join(', '))
  },
}
