import { createSilenceAct } from '@signalpost/administration/silence'
import { accountKeySchema, freeText, idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { describeSilence } from './describe-silence.ts'

export const silenceCreate = defineCommand({
  path: 'silence create',
  summary:
    'Mute alerts that meet all conditions until a given time. Without conditions, mute the whole workspace.',
  parameters: {
    workspace: workspaceParameter,
    until: required('--until <time>', 'when the silence ends, ISO or relative such as 2h', futureMoment),
    account: optional('--account <key>', 'only alerts for signals of this account', accountKeySchema),
    listener: optional('--listener <id>', 'only alerts for signals of this listener', idSchema),
    rule: optional('--rule <id>', 'only alerts by this rule', idSchema),
    reason: optional('--reason <text>', 'the reason, for people', freeText({ min: 1, max: 500 })),
  },
  run: async ({ database, nowMs, perform }, { workspace, until, account, listener, rule, reason }) => {
    const untilMs = until(nowMs())
    if (untilMs <= nowMs()) throw new UsageError('--until: expected a time in the future')
    const { orgId } = await getWorkspace(database, workspace)
    const silence = await perform(createSilenceAct, {
      orgId,
      conditions: { accountKey: account, listenerId: listener, ruleId: rule },
      reason,
      until: new Date(untilMs),
    })
    return { json: silence, text: describeSilence(silence) }
  },
})
