import { createRedaction } from '@signalpost/domain'
import { expectLinear } from '@signalpost/testing'
import { test } from 'vitest'

const shapes: [name: string, secret: string, text: (n: number) => string][] = [
  ['nearly the secret', `${'a'.repeat(4_000)}b`, (n) => 'a'.repeat(n)],
  ['backslashes', '\\'.repeat(200), (n) => '\\'.repeat(n)],
  ['ampersands', '&amp;'.repeat(40), (n) => '&amp;'.repeat(n)],
  ['percent signs', '%25'.repeat(60), (n) => '%25'.repeat(n)],
  ['numbered characters', '&#38;'.repeat(40), (n) => '&#0'.repeat(n)],
  ['lone surrogates', '😀'.repeat(40), (n) => '\ud83d'.repeat(n)],
]

test.for(shapes)('hides a secret in time proportional to a text of %s', async ([, secret, text]) => {
  await expectLinear({ input: text, run: createRedaction([secret]) })
})
