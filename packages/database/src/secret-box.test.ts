import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const masterKey = randomBytes(32)
const box = createSecretBox(masterKey)

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

test('seals under a key of its own, never under the master key', () => {
  const sealed = box.seal('whsec_secret', 'source:src_1')
  for (const start of [0, 4]) {
    const decipher = createDecipheriv('aes-256-gcm', masterKey, sealed.subarray(start, start + 12))
    decipher.setAAD(Buffer.from('source:src_1')).setAuthTag(sealed.subarray(start + 12, start + 28))
    decipher.update(sealed.subarray(start + 28))
    expect(() => decipher.final()).toThrow()
  }
})

test.each([randomBytes(12), Buffer.from('sb2:12345678')])(
  'opens what 0.1.0 sealed under the master key, whatever its nonce begins with',
  (nonce) => {
    const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from('source:src_1'))
    const ciphertext = Buffer.concat([cipher.update('whsec_old', 'utf8'), cipher.final()])
    const old = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    expect(box.open(old, 'source:src_1')).toBe('whsec_old')
    expect(box.inspect(old, 'source:src_1')).toEqual({ key: 0, isCurrent: false })
    expect(() => box.open(old, 'source:src_2')).toThrow()
    expect(box.seal(box.open(old, 'source:src_1'), 'source:src_1').subarray(0, 4).toString()).toBe('sb2:')
  },
)

test('seals under the first of two keys and opens with both', () => {
  const newest = randomBytes(32)
  const rotating = createSecretBox(newest, masterKey)
  const old = box.seal('whsec_old', 'source:src_1')
  expect(rotating.open(old, 'source:src_1')).toBe('whsec_old')
  expect(rotating.inspect(old, 'source:src_1')).toEqual({ key: 1, isCurrent: false })
  const fresh = rotating.seal('whsec_new', 'source:src_1')
  expect(rotating.inspect(fresh, 'source:src_1')).toEqual({ key: 0, isCurrent: true })
  expect(createSecretBox(newest).open(fresh, 'source:src_1')).toBe('whsec_new')
  expect(box.inspect(fresh, 'source:src_1')).toBeUndefined()
  expect(rotating.inspect(fresh, 'source:src_2')).toBeUndefined()
  expect(() => rotating.open(fresh, 'source:src_2')).toThrow()
})
