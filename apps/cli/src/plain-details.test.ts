import { channels } from '@signalpost/channels'
import { ruleDefinitionSchema, silenceConditionsSchema } from '@signalpost/domain'
import { schemes } from '@signalpost/signatures'
import { findJargon } from '@signalpost/testing'
import { warehouseKinds } from '@signalpost/warehouses'
import { expect, test } from 'vitest'
import { z } from 'zod'

const rule = ruleDefinitionSchema.parse({
  channels: ['chn_1'],
  conditions: { platforms: ['reddit'], minScore: 50, scoreVersion: 3, keywords: ['crm'], assigned: true },
  throttle: { count: 1, windowMs: 60_000 },
  quiet: { from: '22:00', to: '07:00' },
})

const definitions: [name: string, schema: z.ZodType, example: unknown][] = [
  ['rules', ruleDefinitionSchema, rule],
  ['silences', silenceConditionsSchema, membersOf(silenceConditionsSchema)],
  ...[...channels, ...warehouseKinds].flatMap(({ kind, settings, secrets }) =>
    [settings, secrets].map((schema): [string, z.ZodType, unknown] => [kind, schema, membersOf(schema)]),
  ),
  ...schemes.flatMap(({ name, settings, secret }): [string, z.ZodType, unknown][] => [
    [name, settings, membersOf(settings)],
    [name, secret, 'x'],
  ]),
]

test.each(definitions)('words each issue in the definition of %s plainly', (_name, schema, example) => {
  expect(findJargon(schema, example)).toEqual([])
})

/** Returns a text for each member of the schema. */
function membersOf(schema: z.ZodType): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return {}
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, 'x']))
}
