import { getSourceRead, rotateSourceAct } from '@signalpost/administration/source'
import { idSchema } from '@signalpost/domain'
import { findScheme } from '@signalpost/signatures'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { optional, required, withDefault } from '../../parameters/parameter.ts'
import { durationMs } from '../../parameters/times.ts'
import { record } from '../../terminal/table.ts'
import { readOwnSecret } from './scheme-input.ts'

export const sourceRotate = defineCommand({
  path: 'source rotate',
  summary: rotateSourceAct.summary,
  access: rotateSourceAct,
  parameters: {
    sourceId: required('<id>', 'the source', idSchema),
    workspace: workspaceOfIdParameter,
    overlap: withDefault(
      '--overlap <duration>',
      'how long the previous secret stays valid; 0 ends all others at once',
      {
        schema: durationMs,
        text: '24h',
      },
    ),
    secretFile: optional(
      '--secret-file <file>',
      "a file with the sender's own secret (default: a generated one); - reads stdin",
    ),
  },
  run: async ({ call, terminal }, { sourceId, workspace, overlap, secretFile }) => {
    const source = await call(getSourceRead, { sourceId, orgId: workspace })
    const scheme = findScheme(source.scheme)
    if (scheme === undefined) throw new Error(`The source has the unknown scheme ${source.scheme}.`)
    const own = await readOwnSecret(scheme, secretFile)
    const rotation = { sourceId, orgId: workspace, overlapSeconds: overlap / 1_000, secret: own }
    const { secret, previousValidUntil } = await call(rotateSourceAct, rotation)
    if (own === undefined) terminal.note('Keep the secret now: it is not shown again.')
    return {
      json: { sourceId, secret, previousValidUntil },
      text: record({
        source: sourceId,
        secret: own === undefined ? secret : 'your own',
        'previous valid until': previousValidUntil,
      }),
    }
  },
})
