import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeAlert } from '../describe-alert.ts'
import { wildTexts } from '../test-support/random-alerts.ts'
import { alertOf, attackingSignal } from '../test-support/sample-alert.ts'
import {
  defaultTemplate,
  type Escaping,
  fillTemplate as fill,
  findEscaping,
  findUnknownPlaceholders,
  type Placeholder,
  placeholders,
  valuesOfAlert,
} from './template.ts'

const alert = alertOf([attackingSignal])
const values = valuesOfAlert(alert, describeAlert(alert, { maxItems: 10 }))

const fillTemplate = (template: string, filling: Record<Placeholder, string>, escaping: Escaping) =>
  fill(template, filling, { escaping, mostBytes: 1_000_000 }) ?? ''

function valuesOf(text: string): Record<Placeholder, string> {
  return { ...values, ...Object.fromEntries(Object.keys(placeholders).map((name) => [name, text])) }
}

test('has a value for each placeholder', () => {
  expect(Object.keys(values).toSorted()).toEqual(Object.keys(placeholders).toSorted())
})

test('names placeholders that do not exist', () => {
  expect(findUnknownPlaceholders('{{signal.title}} {{ signal.titel }} {{}}')).toEqual(['signal.titel', ''])
})

test.each([
  ['application/json', 'json'],
  ['application/vnd.api+json; charset=utf-8', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/html; charset=utf-8', 'markup'],
  ['application/xml', 'markup'],
  ['image/svg+xml', 'markup'],
  ['text/xml-external-parsed-entity', 'markup'],
  ['application/x-ndjson', 'json'],
  ['application/x-amz-json-1.1', 'json'],
  ['application/json-seq', 'json'],
  ['application/jsonl', 'json'],
  ['text/markdown', 'text'],
  ['text/yaml', undefined],
  ['application/javascript', undefined],
  ['text/csv', undefined],
  ['application/toml', undefined],
  ['text/plain', 'text'],
])('escapes for %s as %s', (contentType, escaping) => {
  expect(findEscaping(contentType)).toBe(escaping)
})

test('keeps any value of a JSON template inside its string', () => {
  fc.assert(
    fc.property(wildTexts, (text) => {
      const body = fillTemplate(defaultTemplate, valuesOf(text), 'json')
      expect(Object.values<unknown>(JSON.parse(body))).toEqual(
        Array(3).fill(text.toWellFormed().replaceAll('\u0000', '\ufffd')),
      )
    }),
  )
})

test('keeps any value of a form inside its field', () => {
  fc.assert(
    fc.property(wildTexts, (text) => {
      const body = fillTemplate('a={{signal.title}}&b={{signal.url}}', valuesOf(text), 'form')
      const fields = new URLSearchParams(body)
      expect([...fields.keys()]).toEqual(['a', 'b'])
      expect(fields.get('a')).toBe(text.toWellFormed().replaceAll('\u0000', '\ufffd'))
    }),
  )
})

test('leaves no markup of a value in a document', () => {
  fc.assert(
    fc.property(wildTexts, (text) => {
      expect(fillTemplate('{{signal.title}}', valuesOf(text), 'markup')).not.toMatch(/[<>"']/)
    }),
  )
})

test('fills a template once: a value that looks like a placeholder stays', () => {
  expect(fillTemplate('{{signal.title}}', valuesOf('{{signal.url}}'), 'text')).toBe('{{signal.url}}')
  expect(fillTemplate('{{signal.title}}', valuesOf('$& $1'), 'text')).toBe('$& $1')
})

test('fills no template beyond its bound, however often it repeats a value', () => {
  const template = '{{alert.text}}'.repeat(1_400)
  const filled = (text: string, mostBytes: number) =>
    fill(template, valuesOf(text), { escaping: 'json', mostBytes })
  expect(filled('ä'.repeat(33_000), 262_144)).toBeUndefined()
  expect(filled('"', 2_799)).toBeUndefined()
  expect(filled('"', 2_800)).toBe('\\"'.repeat(1_400))
})
