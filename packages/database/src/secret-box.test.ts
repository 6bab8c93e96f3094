import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox(randomBytes(32))

test('opens what it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, context) => {
      expect(box.open(box.seal(secret, context), context)).toBe(secret)
    }),
  )
})

test('never seals alike, and shows nothing of the secret', () => {
  const sealed = box.seal('whsec_secret', 'source:src_1')
  expect(sealed.equals(box.seal('whsec_secret', 'source:src_1'))).toBe(false)
  expect(sealed.includes('secret')).toBe(false)
})

test('opens nothing that was changed, moved to another row, cut, or sealed under another key', () => {
  const sealed = box.seal('whsec_secret', 'source:src_1')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => box.open(changed, 'source:src_1')).toThrow()
  }
  expect(() => box.open(sealed, 'source:src_2')).toThrow()
  expect(() => box.open(sealed.subarray(0, -1), 'source:src_1')).toThrow()
  expect(() => box.open(Buffer.alloc(0), 'source:src_1')).toThrow()
  expect(() => createSecretBox(randomBytes(32)).open(sealed, 'source:src_1')).toThrow()
})
