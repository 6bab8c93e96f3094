import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { createConsoleClient } from '../../remote/console-client.ts'
import { readLogin, removeLogin } from '../../remote/stored-login.ts'
import { record } from '../../terminal/table.ts'

export const logout = defineCommand({
  path: 'logout',
  summary: 'End the login that login --url made, at the console too.',
  parameters: {},
  run: async ({ environment }) => {
    const login = await readLogin(environment)
    if (login === undefined) throw new RejectedError('not_found', 'There is no login.')
    const { url } = login
    const isEnded = await createConsoleClient(login)
      .request('delete', '/session')
      .then(
        () => true,
        (error: unknown) => {
          // It has ended there already.
          if (error instanceof RejectedError && error.code === 'unauthorized') return true
          throw error
        },
      )
    await removeLogin(environment)
    return { json: { url, ended: isEnded }, text: record({ console: url, ended: 'yes' }) }
  },
})
