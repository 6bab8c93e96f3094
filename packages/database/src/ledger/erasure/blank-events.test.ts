import { expect, test } from 'vitest'
import { blankEvents } from './blank-events.ts'

const blanked = (body: string, signalId = 'sig_1') => {
  const result = blankEvents(Buffer.from(body), signalId)
  return result && [result.body.toString(), result.blanked]
}
const register = (signalId: string) => `{"data":{"signalId":"${signalId}"}}`

test('a single event about the signal becomes null', () => {
  expect(blanked(register('sig_1'))).toEqual(['null', 1])
  expect(blanked(' {"data": {"signal": {"id": "sig_1", "title": "[,]"}}} ')).toEqual(['null', 1])
})

test('events about others, and bodies that are no JSON, are left alone', () => {
  expect(blanked(register('sig_10'))).toBeUndefined()
  expect(blanked('{"data":{"listener":{"id":"sig_1"}},"id":"sig_1"}')).toBeUndefined()
  expect(blanked('{"data":{"signal":"sig_1","title":"sig_1"}}')).toBeUndefined()
  expect(blanked('["sig_1", null, 1, {"data": null}]')).toBeUndefined()
  expect(blanked('sig_1 is not JSON')).toBeUndefined()
  expect(blanked('[]')).toBeUndefined()
})

test('in an array the other elements keep their bytes', () => {
  const other = '{"data":{"n":12345678901234567890.0,"t":"\\"],[{\\\\","u":"ä"},"a":[[1],{"b":{}}]}'
  const body = `[ ${other} ,${register('sig_1')}, ${register('sig_2')},\n${register('sig_1')} ] `
  expect(blanked(body)).toEqual([`[ ${other} ,null, ${register('sig_2')},null]`, 2])
})

test('an id is found however its characters are written', () => {
  expect(blanked('{"data":{"signalId":"\\u0073ig_1"}}')).toEqual(['null', 1])
  expect(blanked('{"data":{"signalId":"a\\/b\\"c\\\\d"}}', 'a/b"c\\d')).toEqual(['null', 1])
})

test('the last of two equal names counts', () => {
  expect(blanked('{"data":{"signalId":"sig_1","signalId":"sig_2"}}')).toBeUndefined()
  expect(blanked('{"data":{"signalId":"sig_2","signalId":"sig_1"}}')).toEqual(['null', 1])
})
