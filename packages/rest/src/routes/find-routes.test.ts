import { expect, test } from 'vitest'
import { createRouteTable } from './find-routes.ts'

const paths = [
  '/v1/things/{id}',
  '/v1/things/all',
  '/v1/things/{id}/notes/{noteId}',
  '/v1/things/all/notes/{noteId}',
  '/v1/a.csv',
]
const findRoutes = createRouteTable(paths.map((path) => ({ path })))
const pathsOf = (path: string): string[] => findRoutes(path.split('/')).map(({ route }) => route.path)

test.each([
  ['/v1/things/1', ['/v1/things/{id}']],
  ['/v1/things/all', ['/v1/things/all', '/v1/things/{id}']],
  ['/v1/things/1/notes/2', ['/v1/things/{id}/notes/{noteId}']],
  ['/v1/things/all/notes/2', ['/v1/things/all/notes/{noteId}', '/v1/things/{id}/notes/{noteId}']],
  ['/v1/a.csv', ['/v1/a.csv']],
])('finds what %s means, a literal segment first', (path, found) => {
  expect(pathsOf(path)).toEqual(found)
})

test.each([
  '/v1/things',
  '/v1/things/',
  '/v1/things//notes/2',
  '/v1/things/1/other/2',
  '/v1/things/1/notes/2/',
  '/v1/axcsv',
  '/v1',
  '/v1/',
  '',
])('finds nothing for %j', (path) => {
  expect(pathsOf(path)).toEqual([])
})

test('reads the parameters of a path, decoded', () => {
  const segments = '/v1/things/a%2Fb/notes/%C3%A4'.split('/')
  expect(findRoutes(segments)[0]?.readParams(segments)).toEqual({ id: 'a/b', noteId: 'ä' })
  const broken = '/v1/things/%ff'.split('/')
  expect(() => findRoutes(broken)[0]?.readParams(broken)).toThrow(URIError)
})
