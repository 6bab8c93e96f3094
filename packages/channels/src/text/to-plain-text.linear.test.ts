import { toPlainText } from '@signalpost/domain'
import { expectLinear } from '@signalpost/testing'
import { test } from 'vitest'

const shapes: [name: string, text: (n: number) => string][] = [
  ['opening brackets', (n) => '<'.repeat(n)],
  ['tags', (n) => '<p>a'.repeat(n)],
  ['tags that are not closed', (n) => '<a '.repeat(n)],
  ['spaces in a tag', (n) => `<a${' '.repeat(n)}`],
  ['members without a value', (n) => `<a${' href'.repeat(n)}`],
  ['members without an end', (n) => `<a${' b=c'.repeat(n)}`],
  ['a long member', (n) => `<a ${'b'.repeat(n)}`],
  ['quotes that do not end', (n) => '<a b="'.repeat(n)],
  ['a long quote', (n) => `<a b="${'c'.repeat(n)}`],
  ['spaces before a sign', (n) => `<a ${'href   '.repeat(n)}`],
  ['links', (n) => '<a href="https://a.example">b'.repeat(n)],
  ['a long link', (n) => `<a href="https://a.example">${'b '.repeat(n)}</a>`],
  ['scripts that do not end', (n) => '<script>'.repeat(n)],
  ['scripts', (n) => '<script></script>'.repeat(n)],
  ['spaces after the end of a script', (n) => `<script>${'</script '.repeat(n)}`],
  ['comments that do not end', (n) => '<!--'.repeat(n)],
  ['dashes in a comment', (n) => `<!--${'-'.repeat(n)}`],
  ['entities', (n) => '&amp;&#x27;'.repeat(n)],
  ['ampersands', (n) => '&'.repeat(n)],
  ['letters after an ampersand', (n) => `&${'a'.repeat(n)}`],
  ['escaped markup', (n) => `&lt;p&gt;${'&lt;/p '.repeat(n)}`],
  ['breaks', (n) => '<br>'.repeat(n)],
  ['spaces before breaks', (n) => `<br>${' '.repeat(n)}`],
]

test.each(shapes)('reads %s in time proportional to the text', async (_, text) => {
  await expectLinear({ input: text, run: toPlainText, upTo: 16_384 })
})
