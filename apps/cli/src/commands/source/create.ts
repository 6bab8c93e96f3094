import { createSourceAct } from '@signalpost/administration/source'
import { nameSchema } from '@signalpost/domain'
import { defaultToleranceSeconds, findScheme, type Scheme, schemes } from '@signalpost/signatures'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { getIntakeBase, intakeUrlOf } from '../../installation/service-urls.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { list, optional, required, withDefault } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { readOwnSecret, readSourceSettings, settingSchema } from './scheme-input.ts'

const names = schemes.map((scheme) => scheme.name)

export const sourceCreate = defineCommand({
  path: 'source create',
  summary: createSourceAct.summary,
  access: createSourceAct,
  parameters: {
    workspace: workspaceParameter,
    name: required('--name <text>', 'the display name', nameSchema),
    scheme: withDefault('--scheme <name>', `the signature scheme: ${names.join(', ')}`, {
      schema: z.enum(names),
      text: 'service-v1',
    }),
    settings: list('--setting <k=v...>', 'a setting of the scheme', { schema: settingSchema }),
    secretFile: optional(
      '--secret-file <file>',
      "a file with the sender's own secret (default: a generated one); - reads stdin",
    ),
    tolerance: optional(
      '--tolerance <seconds>',
      `how many seconds a signed timestamp may differ from our clock (default: ${defaultToleranceSeconds})`,
      wholeNumber({ min: 1, max: 3600 }),
    ),
    rate: optional(
      '--rate <per-minute>',
      'maximum requests per minute (default: no limit)',
      wholeNumber({ min: 1, max: 1_000_000_000 }),
    ),
  },
  run: async (context, input) => {
    const scheme = schemeOf(input.scheme)
    if (input.tolerance !== undefined && !scheme.toleranceApplies) {
      throw new UsageError(`--tolerance: the scheme ${scheme.name} signs no timestamp`)
    }
    const settings = readSourceSettings(scheme, input.settings)
    const own = await readOwnSecret(scheme, input.secretFile)
    // Only here, so that bad usage is reported even without a store.
    const { call, remote, terminal } = context
    const workspace = await context.getWorkspace(input.workspace)
    const base = remote === undefined ? getIntakeBase(context.config) : ''
    const { secret, ...source } = await call(createSourceAct, {
      orgId: workspace.orgId,
      name: input.name,
      scheme: input.scheme,
      settings,
      toleranceSeconds: input.tolerance,
      ratePerMinute: input.rate,
      secret: own,
    })
    // A console elsewhere names it in its document.
    const { intakeUrl = intakeUrlOf(base, source.sourceId) } = source as { intakeUrl?: string }
    if (own === undefined) terminal.note('Keep the secret now: it is not shown again.')
    return {
      json: { ...source, intakeUrl, secret },
      text: record({
        source: source.sourceId,
        'intake URL': intakeUrl,
        scheme: source.scheme,
        secret: own === undefined ? secret : 'your own',
      }),
    }
  },
})

function schemeOf(name: string): Scheme {
  const scheme = findScheme(name)
  if (scheme === undefined) throw new UsageError(`--scheme: expected one of ${names.join(', ')}`)
  return scheme
}
