import { createDemoAdminAct, createLoginLinkAct } from '@signalpost/administration'
import { findWorkspace } from '@signalpost/database/access'
import { findFirstOperator } from '@signalpost/database/people'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { optional } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'

export const login = defineCommand({
  path: 'login',
  summary: 'Print a link that logs a person in to the console, once, within 10 minutes.',
  parameters: {
    person: optional('--person <id>', 'who logs in (default: the operator who has been there longest)'),
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

/** A data directory of a version without people has a demo workspace that no one can log in to. */
async function ensureDemoAdmin({ config, database, perform }: CommandContext): Promise<void> {
  if (!config.isEmbedded || (await findFirstOperator(database)) !== undefined) return
  if ((await findWorkspace(database, 'org_demo')) !== undefined) await perform(createDemoAdminAct, {})
}
