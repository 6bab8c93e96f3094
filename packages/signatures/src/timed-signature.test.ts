import { expect, test } from 'vitest'
import { readTimedSignature } from './timed-signature.ts'

const t = 't=1767225600'
const a = 'a'.repeat(64)
const b = 'b'.repeat(64)
const v1 = `v1=${a}`
const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('')
const visibleButComma = visible.replace(',', '')

function read(value: string) {
  return readTimedSignature(['x-sig', value], 'x-sig')
}

function ofBytes(length: number) {
  const items = [t, v1, ...Array.from({ length: 6 }, () => `${'x'.repeat(16)}=${'y'.repeat(128)}`)]
  const rest = length - items.join(',').length - ',z='.length
  return [...items, `z=${'y'.repeat(rest)}`].join(',')
}

test('reads the timestamp as sent and every v1', () => {
  expect(read(`${t},${v1},v1=${b}`)).toEqual({
    ok: true,
    signedPrefix: '1767225600.',
    digests: [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')],
    timestampSeconds: 1_767_225_600,
  })
  expect(read(`t=0000000001,${v1}`)).toMatchObject({ signedPrefix: '0000000001.', timestampSeconds: 1 })
})

test.each([
  ['one v1', `${t},${v1}`],
  ['4 v1 items', [t, v1, v1, v1, v1].join(',')],
  ['8 items', [t, v1, ...Array(7).fill('x=1')].join(',')],
  ['v1 as the last item', `${t},v0=${b},v2=x,${v1}`],
  ['any visible ASCII but a comma in another value', `${t},x=${visibleButComma},${v1}`],
  ['names and values of the greatest length', `${t},${'a_0'.repeat(5)}z=${'~'.repeat(128)},${v1}`],
  ['names that only begin like ours', `${t},t1=x,v11=x,v=x,tt=x,${v1}`],
])('takes %s', (_, value) => {
  expect(read(value)).toMatchObject({ ok: true })
})

test('takes 1,024 bytes and refuses 1,025', () => {
  expect(ofBytes(1024)).toHaveLength(1024)
  expect(read(ofBytes(1024))).toMatchObject({ ok: true })
  expect(ofBytes(1025)).toHaveLength(1025)
  expect(read(ofBytes(1025))).toEqual({ ok: false, reason: 'malformed' })
})

test.each([
  ['nothing', ''],
  ['a comma alone', ','],
  ['no item', t],
  ['no v1', `${t},v0=${a}`],
  ['no t', v1],
  ['t after v1', `${v1},${t}`],
  ['t twice', `${t},${t},${v1}`],
  ['another t after v1', `${t},${v1},t=1767225601`],
  ['an upper-case T', `T=1767225600,${v1}`],
  ['letters after the timestamp', `t=1767225600abc,${v1}`],
  ['nine digits', `t=176722560,${v1}`],
  ['eleven digits', `t=17672256000,${v1}`],
  ['a negative timestamp', `t=-176722560,${v1}`],
  ['an empty timestamp', `t=,${v1}`],
  ['5 v1 items', [t, v1, v1, v1, v1, v1].join(',')],
  ['9 items', [t, v1, ...Array(8).fill('x=1')].join(',')],
  ['an empty v1', `${t},v1=`],
  ['an empty v1 beside a good one', `${t},${v1},v1=`],
  ['upper-case hex', `${t},v1=${a.toUpperCase()}`],
  ['one upper-case digit', `${t},v1=${a.slice(1)}A`],
  ['an odd number of hex digits', `${t},v1=${a.slice(1)}`],
  ['a short v1', `${t},v1=${a.slice(2)}`],
  ['a long v1', `${t},v1=${a}aa`],
  ['an upper-case V1', `${t},V1=${a}`],
  ['a space before', ` ${t},${v1}`],
  ['a space after', `${t},${v1} `],
  ['a space after the comma', `${t}, ${v1}`],
  ['a space around the equals sign', `${t},v1 =${a}`],
  ['a tab inside', `${t},\t${v1}`],
  ['a line feed after', `${t},${v1}\n`],
  ['a comma after', `${t},${v1},`],
  ['a comma doubled', `${t},,${v1}`],
  ['a semicolon between', `${t};${v1}`],
  ['an item without a value', `${t},${v1},x=`],
  ['an item without a name', `${t},${v1},=x`],
  ['an item without an equals sign', `${t},${v1},x`],
  ['an upper-case name', `${t},${v1},X=1`],
  ['a hyphen in a name', `${t},${v1},x-y=1`],
  ['a name of 17', `${t},${v1},${'x'.repeat(17)}=1`],
  ['a value of 129', `${t},${v1},x=${'y'.repeat(129)}`],
  ['a space in another value', `${t},${v1},x=a b`],
  ['a control character in another value', `${t},${v1},x=a\u007f`],
  ['a letter beyond ASCII in another value', `${t},${v1},x=ä`],
  ['a letter beyond ASCII in v1', `${t},v1=${a.slice(1)}ä`],
  ['a header joined of two by a proxy', `${t},${v1}, ${t},${v1}`],
  ['a header joined of two without a space', `${t},${v1},${t},${v1}`],
])('refuses %s', (_, value) => {
  expect(read(value)).toEqual({ ok: false, reason: 'malformed' })
})

test('refuses a header that is missing or comes twice', () => {
  const good = `${t},${v1}`
  expect(readTimedSignature(['y-sig', good], 'x-sig')).toEqual({ ok: false, reason: 'missing' })
  expect(readTimedSignature(['x-sig', good, 'X-Sig', good], 'x-sig')).toEqual({
    ok: false,
    reason: 'repeated',
  })
})
