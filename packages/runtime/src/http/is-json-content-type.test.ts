import { expect, test } from 'vitest'
import { isJsonContentType } from './is-json-content-type.ts'

test.each([
  'application/json',
  'Application/JSON',
  ' application/json\t',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json; charset=utf8',
  'application/json; charset="UTF8"',
  'application/json ; charset="utf-8" ',
  'application/json; CHARSET=utf-8',
  'application/json; profile=x; charset=utf-8',
  'application/json;',
  'application/cloudevents+json',
  'application/vnd.acme.v2+json; charset=utf-8',
  'text/x.y+json',
  'application/a+b+json',
])('isJsonContentType takes %j', (contentType) => {
  expect(isJsonContentType(contentType)).toBe(true)
})

test.each([
  undefined,
  '',
  'json',
  'text/plain',
  'text/json',
  'application/jsonp',
  'application/json5',
  'application/x-json',
  'application/+json',
  '/json',
  '+json',
  'application/json+xml',
  'application/json, text/html',
  'application/json,application/json',
  'application/json charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=application/json',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; charset=utf-88',
  'application/json; charset=utf--8',
  'application/json; charset=utf-8; charset=latin1',
  'application/json; charset=latin1; charset=utf-8',
  'application/json; charset=',
  'application/json; charset="utf-8',
  'application/json; charset = latin1',
  'application /json',
  'application/cloud events+json',
])('isJsonContentType refuses %j', (contentType) => {
  expect(isJsonContentType(contentType)).toBe(false)
})

test('isJsonContentType is quick about a type that nearly fits', () => {
  expect(isJsonContentType(`application/${'+json'.repeat(3_000)}!x`.slice(0, 16_000))).toBe(false)
  expect(isJsonContentType(`${' '.repeat(16_000)}x`)).toBe(false)
})
