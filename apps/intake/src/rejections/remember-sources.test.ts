import { expect, test } from 'vitest'
import { rememberSources } from './remember-sources.ts'

test('loads the sources of a workspace once for each version of the registry', async () => {
  let version = '1'
  const loaded: string[] = []
  const load = async (orgId: string): Promise<string> => {
    loaded.push(orgId)
    return `${orgId} at ${version}`
  }
  const sourcesOf = rememberSources({ load, readVersion: async () => version })
  expect(await Promise.all([sourcesOf('a'), sourcesOf('a'), sourcesOf('b')])).toEqual([
    'a at 1',
    'a at 1',
    'b at 1',
  ])
  version = '2'
  expect(await sourcesOf('a')).toBe('a at 2')
  expect(loaded).toEqual(['a', 'b', 'a'])
})

test('loads again after a failure, and holds no more than 50 workspaces', async () => {
  let loads = 0
  const load = async (orgId: string): Promise<string> => {
    loads += 1
    if (loads === 1) throw new Error('away')
    return orgId
  }
  const sourcesOf = rememberSources({ load, readVersion: async () => '1' })
  await expect(sourcesOf('a')).rejects.toThrow('away')
  expect(await sourcesOf('a')).toBe('a')
  for (let other = 0; other < 50; other += 1) await sourcesOf(`other${other}`)
  loads = 1
  await sourcesOf('other49')
  expect(loads).toBe(1)
  await sourcesOf('a')
  expect(loads).toBe(2)
})
