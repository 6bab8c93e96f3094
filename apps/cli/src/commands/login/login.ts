import { createDemoAdminAct } from '@signalpost/administration/demo'
import { createLoginLinkAct } from '@signalpost/administration/login'
import { findWorkspace } from '@signalpost/database/access'
import { findFirstOperator } from '@signalpost/database/people'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const login = defineCommand({
  path: 'login',
  summary: 'Print a link that logs a person in to the console. It works once, within 10 minutes.',
  parameters: {
    person: optional('--person <id>', 'the person to log in (default: the first operator)'),
  },
  run: async (context, { person }) => {
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
