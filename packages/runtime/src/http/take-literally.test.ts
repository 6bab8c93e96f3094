import { expect, test } from 'vitest'
import { literalUrl } from './take-literally.ts'

test.each([
  ['/hooks/src_1?a=%zz', '/hooks/src_1?a=%zz'],
  ['/hooks/%73rc_1', '/hooks/%2573rc_1'],
  ['/hooks/%zz?a=/b?c#d', '/hooks/%25zz?a=/b?c#d'],
  ['/hooks/src_1#part', '/hooks/src_1%23part'],
  ['http://intake.example/hooks/src_1?a', '/hooks/src_1?a'],
  ['https://127.0.0.1:4100/hooks/%73', '/hooks/%2573'],
  ['//hooks/src_1', '//hooks/src_1'],
])('%s reaches Express as %s', (url, literal) => {
  expect(literalUrl(url)).toBe(literal)
})

test.each([
  '*',
  '',
  'hooks/src_1',
  'http:///hooks/src_1',
  'ftp://intake.example/hooks/src_1',
  'HTTP://a/hooks/b',
])('no route is found for %j', (url) => {
  expect(literalUrl(url)).toBe(`/${url}`)
})
