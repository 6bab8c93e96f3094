import { expect, test } from 'vitest'
import { readEventRequests } from './read-event-requests.ts'

const read = (text: string, maxBodyBytes = 1_048_576) =>
  readEventRequests(Buffer.from(text), { maxBodyBytes }).map(({ body, eventIds }) => [
    body.toString(),
    eventIds,
  ])

test('sends one document byte for byte', () => {
  const event = ' { "id":"a",\n "n": 1.0 }\n'
  expect(read(event)).toEqual([[event, ['a']]])
  const array = '[{"id":"a"}, {"id":1}, null]'
  expect(read(array)).toEqual([[array, ['a', null, null]]])
})

test('sends lines in arrays of up to 100, in order and byte for byte', () => {
  const lines = Array.from({ length: 201 }, (_, index) => `{"id": "e${index}", "n": 1.0}`)
  const requests = read(`${lines.join('\r\n\r\n')}\n`)
  expect(requests.map(([, ids]) => ids?.length)).toEqual([100, 100, 1])
  expect(requests.flatMap(([, ids]) => ids)).toEqual(lines.map((_, index) => `e${index}`))
  expect(requests[2]).toEqual(['[{"id": "e200", "n": 1.0}]', ['e200']])
})

test('sends no array larger than the intake accepts, unless a single event is', () => {
  const lines = ['{"id":"a"}', '{"id":"b"}', `{"id":"c","t":"${'x'.repeat(50)}"}`]
  expect(read(lines.join('\n'), 23)).toEqual([
    ['[{"id":"a"},{"id":"b"}]', ['a', 'b']],
    [`[${lines[2]}]`, ['c']],
  ])
  expect(read(lines.join('\n'), 22).map(([, ids]) => ids)).toEqual([['a'], ['b'], ['c']])
})

test('can send the lines of an array separately', () => {
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
