import { createDemoAdminAct } from '@signalpost/administration/demo'
import { createLoginLinkAct } from '@signalpost/administration/login'
import { findWorkspace } from '@signalpost/database/access'
import { findFirstOperator } from '@signalpost/database/people'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag, optional } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const login = defineCommand({
  path: 'login',
  summary:
    'Print a link that logs a person in to the console. It works once, within 10 minutes. With --url, log this command line in to a console elsewhere.',
  parameters: {
    person: optional('--person <id>', 'the person whom the link logs in (default: the first operator)'),
    url: optional('--url <address>', 'the console that commands go to from now on, once you allow it there'),
    allowHttp: flag('--allow-http', 'send the token to --url without TLS'),
  },
  run: async (context, { person, url, allowHttp }) => {
    if (url !== undefined) {
      if (person !== undefined) throw new UsageError('give either --person or --url')
      const { logInRemotely } = await import('./login-remotely.ts')
      const login = await logInRemotely(context, { address: url, allowsHttp: allowHttp })
      return {
        json: login,
        text: record({ console: login.url, person: login.personId, ends: login.expiresAt }),
      }
    }
    if (person === undefined) await ensureDemoAdmin(context)
    const link = await context.perform(createLoginLinkAct, { personId: person })
    return {
      json: link,
      text: record({ url: link.url, person: link.personId, expires: link.expiresAt }),
    }
  },
})

/** A demo workspace of a version without people has no person who can log in. */
async function ensureDemoAdmin({ config, database, perform }: CommandContext): Promise<void> {
  if (!config.isEmbedded || (await findFirstOperator(database)) !== undefined) return
  if ((await findWorkspace(database, 'org_demo')) !== undefined) await perform(createDemoAdminAct, {})
}
