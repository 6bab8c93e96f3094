import { endSourceSecretAct } from '@signalpost/administration/source'
import { listSourceSecrets } from '@signalpost/database/access'
import { instantOf } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { optional, required } from '../../parameters/parameter.ts'
import { futureMoment } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'

export const sourceEndSecret = defineCommand({
  path: 'source end-secret',
  summary: endSourceSecretAct.summary,
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
  run: async (context, { sourceId, secretId, workspace, at }) => {
    const { call, confirm, nowMs, remote } = context
    if (at === undefined && remote !== undefined) {
      await confirm(`Requests signed with secret ${secretId} will be refused. End it?`)
    } else if (at === undefined) {
      const { secrets } = await listSourceSecrets(context.database, { sourceId, orgId: workspace })
      const uses = secrets.find((secret) => secret.secretId === secretId)?.usesOfDay ?? 0
      const past = `${uses} ${uses === 1 ? 'request' : 'requests'} of the last 24 hours came with it`
      await confirm(`Requests signed with secret ${secretId} will be refused; ${past}. End it?`)
    }
    const ended = await call(endSourceSecretAct, {
      ...{ sourceId, secretId, orgId: workspace },
      at: at && instantOf(at(nowMs())),
    })
    return { json: ended, text: record({ source: sourceId, secret: secretId, ends: ended.endsAt }) }
  },
})
