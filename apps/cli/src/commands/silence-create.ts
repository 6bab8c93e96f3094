import { createSilence } from '@signalpost/database'
import { accountKeySchema, freeText, idSchema } from '@signalpost/domain'
import { defineCommand } from '../define-command.ts'
import { getWorkspace, workspaceParameter } from '../get-workspace.ts'
import { optional, required } from '../parameters/parameter.ts'
import { futureMoment } from '../parameters/times.ts'
import { describeSilence } from '../rule/describe-silence.ts'
import { UsageError } from '../usage-error.ts'

export const silenceCreate = defineCommand({
  path: 'silence create',
  summary:
    'Announces nothing that meets all its conditions until a moment; without conditions, nothing at all.',
  parameters: {
    workspace: workspaceParameter,
    until: required('--until <time>', 'when it ends, ISO or relative such as 2h', futureMoment),
    account: optional('--account <key>', 'signals about this account', accountKeySchema),
    listener: optional('--listener <id>', 'signals found by this listener', idSchema),
    rule: optional('--rule <id>', 'what this rule announces', idSchema),
    reason: optional('--reason <text>', 'why', freeText({ min: 1, max: 500 })),
  },
  run: async ({ database, nowMs }, { workspace, until, account, listener, rule, reason }) => {
    const untilMs = until(nowMs())
    if (untilMs <= nowMs()) throw new UsageError('--until: expected a time in the future')
    const { orgId } = await getWorkspace(database, workspace)
    const silence = await createSilence(database, {
      orgId,
      conditions: {
        ...(account !== undefined && { accountKey: account }),
        ...(listener !== undefined && { listenerId: listener }),
        ...(rule !== undefined && { ruleId: rule }),
      },
      reason: reason ?? null,
      until: new Date(untilMs),
    })
    return { json: silence, text: describeSilence(silence) }
  },
})
