import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleSignal } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { describeRun } from '../commands/listener/describe-run.ts'
import { describeSignal } from '../commands/signal/describe-signal.ts'

const markup = '<p>We&#x27;re hiring</p>'
const commands = join(import.meta.dirname, '../commands')

/** Titles of platforms, and a placeholder in a description. */
const ours = new Set(['platform/list.ts', 'rule/definition-parameters.ts'])

test('every text of a post is shown without its markup', () => {
  const raw =
    /(?<!readText\()\b(?:signal|alert|item|reason)\.(?:title|excerpt|rationale|author|quote|text)\b/g
  const found = readdirSync(commands, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !ours.has(file))
    .flatMap((file) => {
      const code = readFileSync(join(commands, file), 'utf8')
      return [...code.matchAll(raw)].map(([text]) => `${file}: ${text}`)
    })
  expect(found).toEqual([])
})

test('a signal and what a search found are shown as their authors wrote them', () => {
  const reasons = [{ text: markup, points: 3, quote: markup }]
  const item = {
    url: 'https://a.example',
    title: markup,
    relevanceScore: 3,
    classification: null,
    kept: true,
  }
  const found = { ...item, reason: 'kept', components: [{ name: 'fit', points: 3, cap: 20, reasons }] }
  for (const text of [
    describeSignal({ ...exampleSignal, title: markup, rationale: markup }),
    describeRun({ items: [found], searches: [], missing: [] }),
  ]) {
    expect(text).toContain("We're hiring")
    expect(text).not.toMatch(/<p>|&#x27;/)
  }
})
