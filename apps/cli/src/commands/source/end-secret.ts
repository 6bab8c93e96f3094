import { endSourceSecretAct } from '@signalpost/administration'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'

export const sourceEndSecret = defineCommand({
  path: 'source end-secret',
  summary: 'Revoke a secret of a source, now or at a given time. Every intake refuses it within 5 s of that.',
  parameters: {
    sourceId: required('<id>', 'the source'),
    secretId: required('<secret-id>', 'the id of the secret, from source secrets'),
    workspace: workspaceOfIdParameter,
    at: optional(
      '--at <time>',
      'when the secret ends, ISO or relative such as 2h (default: now)',
      futureMoment,
    ),
  },
  run: async ({ confirm, nowMs, perform }, { sourceId, secretId, workspace, at }) => {
    const question = `Requests signed with secret ${secretId} will be refused. End it?`
    if (at === undefined) await confirm(question)
    const ended = await perform(endSourceSecretAct, {
      ...{ sourceId, secretId, orgId: workspace },
      at: at && new Date(at(nowMs())),
    })
    return { json: ended, text: record({ source: sourceId, secret: secretId, ends: ended.endsAt }) }
  },
})
