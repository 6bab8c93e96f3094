import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { createConsoleClient } from '../../remote/console-client.ts'
import { readAddress } from '../../remote/find-remote.ts'
import { RemoteError } from '../../remote/remote-error.ts'
import { loginAmong, readLogins, removeLogin } from '../../remote/stored-login.ts'
import { record } from '../../terminal/table.ts'

export const logout = defineCommand({
  path: 'logout',
  summary: 'End the login that login --url made, at the console too.',
  parameters: {
    url: optional('--url <address>', 'the console to log out from (default: that which commands go to)'),
  },
  run: async ({ environment, terminal }, { url: given }) => {
    const logins = await readLogins(environment)
    const login = loginAmong(logins, given && readAddress(given, { allowsHttp: true }))
    if (login === undefined) throw new RejectedError('not_found', 'There is no login.')
    const { url, expiresAt } = login
    const fault = await createConsoleClient(login)
      .request('delete', '/session')
      .then(() => undefined, faultOf)
    await removeLogin(environment, url)
    if (fault !== undefined) {
      terminal.note(fault)
      terminal.note(
        `The login is removed from this computer. Its session ends by itself, on ${expiresAt} at the latest, or under your name at ${url}.`,
      )
    }
    const others = logins.logins.filter((one) => one !== login).map((one) => one.url)
    if (logins.current === url && others.length > 0) {
      terminal.note(
        `There are still logins at ${others.join(', ')}. Name one with --url, or log in again at one.`,
      )
    }
    const ended = fault === undefined
    return { json: { url, ended }, text: record({ console: url, ended }) }
  },
})

/** Returns why the console did not end the session; undefined if it had ended already. Throws what is a bug. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof RejectedError) return error.code === 'unauthorized' ? undefined : error.message
  if (error instanceof RemoteError) return error.message
  throw error
}
