import { expect, test } from 'vitest'
import { readEventRequests } from './read-event-requests.ts'

const read = (text: string, maxBodyBytes = 1_048_576) =>
  readEventRequests(Buffer.from(text), { maxBodyBytes }).map(({ body, eventIds }) => [
    body.toString(),
    eventIds,
  ])

test('one document is sent as it is, byte for byte', () => {
  const event = ' { "id":"a",\n "n": 1.0 }\n'
  expect(read(event)).toEqual([[event, ['a']]])
  const array = '[{"id":"a"}, {"id":1}, null]'
  expect(read(array)).toEqual([[array, ['a', null, null]]])
})

test('lines go together in arrays of up to 100, in their order and their own writing', () => {
  const lines = Array.from({ length: 201 }, (_, index) => `{"id": "e${index}", "n": 1.0}`)
  const requests = read(`${lines.join('\r\n\r\n')}\n`)
  expect(requests.map(([, ids]) => ids?.length)).toEqual([100, 100, 1])
  expect(requests.flatMap(([, ids]) => ids)).toEqual(lines.map((_, index) => `e${index}`))
  expect(requests[2]).toEqual(['[{"id": "e200", "n": 1.0}]', ['e200']])
})

test('no array is larger than the intake takes, unless one event alone is', () => {
  const lines = ['{"id":"a"}', '{"id":"b"}', `{"id":"c","t":"${'x'.repeat(50)}"}`]
  expect(read(lines.join('\n'), 23)).toEqual([
    ['[{"id":"a"},{"id":"b"}]', ['a', 'b']],
    [`[${lines[2]}]`, ['c']],
  ])
  expect(read(lines.join('\n'), 22).map(([, ids]) => ids)).toEqual([['a'], ['b'], ['c']])
})

test('lines that were put together can be sent apart', () => {
  const [request] = readEventRequests(Buffer.from('{"id":"a"}\n{"id":"b"}'), { maxBodyBytes: 1000 })
  expect(request?.apart.map((one) => one.body.toString())).toEqual(['[{"id":"a"}]', '[{"id":"b"}]'])
})

test.each([
  ['', 'invalid_json'],
  [' \n', 'invalid_json'],
  ['{"id":"a"}\nnot json', 'invalid_json'],
  ['[]', 'invalid_event'],
])('refuses %j', (text, code) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }))
})
