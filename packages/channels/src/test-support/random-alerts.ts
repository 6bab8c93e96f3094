import type { Signal } from '@signalpost/domain'
import fc from 'fast-check'
import type { Alert } from '../channel.ts'
import { alertOf, attack, bareSignal, fullSignal } from './sample-alert.ts'

const pieces = fc.constantFrom(
  attack,
  '&',
  '<<<>>>',
  '👩‍👩‍👧‍👦',
  'é',
  'שלום \u202e עולם',
  '\u0000',
  '\ud83d',
  '\r\n',
  '\t',
  `z${'\u0301'.repeat(400)}`,
  'word '.repeat(300),
  'x'.repeat(2000),
)

/** Returns hostile text of up to some ten thousand characters. */
export const wildTexts = fc.oneof(
  fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 6 })
    .map((all) => all.join('')),
  pieces.map((piece) => piece.repeat(Math.ceil(10_000 / piece.length))),
)

const wildSignals: fc.Arbitrary<Signal> = fc
  .record({
    base: fc.constantFrom(fullSignal, bareSignal),
    title: wildTexts,
    excerpt: wildTexts,
    rationale: wildTexts,
    name: wildTexts,
    author: wildTexts,
    path: wildTexts,
    hasAll: fc.boolean(),
  })
  .map(({ base, title, excerpt, rationale, name, author, path, hasAll }) => ({
    ...base,
    title,
    excerpt,
    rationale,
    url: `https://example.com/${path.replaceAll(/\s/g, '').slice(0, 2000)}`,
    ...(hasAll && { author, subjectOrg: { name }, recommendedAction: rationale, opportunity: excerpt }),
  }))

export const wildAlerts: fc.Arbitrary<Alert> = fc
  .record({
    items: fc.array(wildSignals, { maxLength: 12 }),
    left: fc.nat(200),
    kind: fc.constantFrom('instant' as const, 'digest' as const),
    ruleName: wildTexts,
    group: fc.option(wildTexts, { nil: undefined }),
  })
  .map(({ items, left, kind, ruleName, group }) =>
    alertOf(items, {
      kind,
      ruleName,
      total: items.length === 1 ? 1 : items.length + left,
      ...(group !== undefined && { group }),
    }),
  )
