import { editSourceAct, getSourceRead } from '@signalpost/administration/source'
import { idSchema, nameSchema } from '@signalpost/domain'
import { findScheme } from '@signalpost/signatures'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { list, optional, required } from '../../parameters/parameter.ts'
import { readSourceSettings, settingSchema } from './scheme-input.ts'
import { describeSource } from './source.ts'

const rate = z.union([z.literal('none').transform(() => null), wholeNumber({ min: 1, max: 1_000_000_000 })])

export const sourceEdit = defineCommand({
  path: 'source edit',
  summary: editSourceAct.summary,
  access: editSourceAct,
  parameters: {
    sourceId: required('<id>', 'the source', idSchema),
    workspace: workspaceOfIdParameter,
    name: optional('--name <text>', 'the display name', nameSchema),
    settings: list('--setting <k=v...>', 'a setting of the scheme to change', { schema: settingSchema }),
    tolerance: optional(
      '--tolerance <seconds>',
      'how many seconds a signed timestamp may differ from our clock',
      wholeNumber({ min: 1, max: 3600 }),
    ),
    rate: optional('--rate <per-minute>', 'maximum requests per minute; none removes the limit', rate),
  },
  run: async ({ call }, { sourceId, workspace, name, settings, tolerance, rate: ratePerMinute }) => {
    const before = await call(getSourceRead, { sourceId, orgId: workspace })
    const scheme = findScheme(before.scheme)
    if (scheme === undefined) throw new Error(`The source has the unknown scheme ${before.scheme}.`)
    const changed =
      settings.length === 0
        ? undefined
        : readSourceSettings(scheme, [...Object.entries(before.settings), ...settings])
    const source = await call(editSourceAct, {
      ...{ sourceId, orgId: workspace, name, settings: changed, toleranceSeconds: tolerance, ratePerMinute },
    })
    return { json: source, text: describeSource(source) }
  },
})
