import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crlfLines } from './crlf-lines.ts'

async function convert(chunks: Buffer[]): Promise<string> {
  const bytes = await buffer(Readable.from(chunks).pipe(crlfLines()))
  return bytes.toString()
}

test('ends every line with CRLF and leaves what is quoted', async () => {
  const lines = 'a,b\n"one\ntwo","say ""\n"""\nc,d\n'
  expect(await convert([Buffer.from(lines)])).toBe('a,b\r\n"one\ntwo","say ""\n"""\r\nc,d\r\n')
})

test('quotes cells with a semicolon', async () => {
  const lines = 'a;b,c,"d;e"\n;,x\n,=1;'
  expect(await convert([Buffer.from(lines)])).toBe('"a;b",c,"d;e"\r\n";",x\r\n,"=1;"')
})

test('does not care where the bytes are cut, characters of several bytes included', async () => {
  const text = 'ä,"ß;\n\u{1f600}"\na;ü,\u0080;,""";""",;\nx,;'
  const expected = await convert([Buffer.from(text)])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(Buffer.byteLength(text)), { maxLength: 6 }), async (cuts) => {
      const bytes = Buffer.from(text)
      const bounds = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end))
      expect(await convert(chunks)).toBe(expected)
    }),
    { numRuns: 50 },
  )
})
