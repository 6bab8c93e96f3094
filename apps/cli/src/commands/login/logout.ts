import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { createConsoleClient } from '../../remote/console-client.ts'
import { RemoteError } from '../../remote/remote-error.ts'
import { readLogin, removeLogin } from '../../remote/stored-login.ts'
import { record } from '../../terminal/table.ts'

export const logout = defineCommand({
  path: 'logout',
  summary: 'End the login that login --url made, at the console too.',
  parameters: {},
  run: async ({ environment, terminal }) => {
    const login = await readLogin(environment)
    if (login === undefined) throw new RejectedError('not_found', 'There is no login.')
    const { url, expiresAt } = login
    const fault = await createConsoleClient(login)
      .request('delete', '/session')
      .then(() => undefined, faultOf)
    await removeLogin(environment)
    if (fault !== undefined) {
      terminal.note(fault)
      terminal.note(
        `The login is removed from this computer. Its session ends by itself, on ${expiresAt} at the latest, or under your name at ${url}.`,
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
