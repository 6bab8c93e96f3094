import { expect, test } from 'vitest'
import { hookSourceId } from './receive-delivery.ts'

test.each([
  ['/hooks/src_1', 'src_1'],
  ['/hooks/src_1?', 'src_1'],
  ['/hooks/src_1?a=/b?c#d', 'src_1'],
  ['/hooks/%73rc_1', '%73rc_1'],
  ['/hooks/..', '..'],
  ['http://intake.example/hooks/src_1?a', 'src_1'],
  ['https://127.0.0.1:4100/hooks/src_1', 'src_1'],
])('finds the source of %s', (url, sourceId) => {
  expect(hookSourceId(url)).toBe(sourceId)
})

test.each([
  '/',
  '',
  '*',
  '/hooks',
  '/hooks/',
  '/hooks/?a',
  '/hooks//src_1',
  '//hooks/src_1',
  '/hooks/src_1/',
  '/hooks/src_1/more',
  '/Hooks/src_1',
  '/v1/hooks/src_1',
  'hooks/src_1',
  '/?/hooks/src_1',
  'http://intake.example/v1/hooks/src_1',
  'http:///hooks/src_1',
  'ftp://intake.example/hooks/src_1',
])('finds none in %j', (url) => {
  expect(hookSourceId(url)).toBeUndefined()
})
