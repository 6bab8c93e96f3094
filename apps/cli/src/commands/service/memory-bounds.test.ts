import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { nodeOptionsOf, withSharedArenas } from './memory-bounds.ts'

const atLeast = '--min-semi-space-size=2'

test('bounds the young generation of a searcher alone, unless NODE_OPTIONS does', () => {
  const bounded = [atLeast, '--max-semi-space-size=2']
  expect(nodeOptionsOf('searcher', {})).toEqual(bounded)
  expect(nodeOptionsOf('searcher', { NODE_OPTIONS: '--max-old-space-size-percentage=60' })).toEqual(bounded)
  for (const NODE_OPTIONS of ['--max-semi-space-size=8', '--trace-gc --max_semi_space_size=8']) {
    expect(nodeOptionsOf('searcher', { NODE_OPTIONS })).toEqual([atLeast])
  }
  expect(nodeOptionsOf('worker', {})).toEqual([atLeast])
})

test('Node begins with it, and with less where NODE_OPTIONS has less', () => {
  const script = `
    const { getHeapSpaceStatistics } = require('node:v8')
    console.log(getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size / 1024 / 1024)`
  const sizeWith = (env: NodeJS.ProcessEnv): number =>
    Number(spawnSync(process.execPath, [...nodeOptionsOf('worker', env), '--eval', script], { env }).stdout)
  expect([sizeWith({}), sizeWith({ NODE_OPTIONS: '--max-semi-space-size=1' })]).toEqual([2, 1])
})

test('Node keeps to it, whatever memory the machine has', () => {
  const script = `const { getHeapSpaceStatistics } = require('node:v8')
    let kept = []
    for (let at = 0; at < 3e6; at += 1) {
      if (kept.length > 2e5) kept = []
      kept.push({ at })
    }
    const size = () => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size
    // V8 frees what it has left beside the program, which a busy machine delays.
    const sizes = [size()]
    const timer = setInterval(() => {
      if (sizes.push(size()) < 20) return
      clearInterval(timer)
      console.log(Math.min(...sizes) / 1024 / 1024)
    }, 20)`
  const options = nodeOptionsOf('searcher', {})
  const { stdout } = spawnSync(process.execPath, [...options, '--eval', script], { env: {} })
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThanOrEqual(3 * 2)
})

test('threads share two arenas of malloc, unless the environment says how many', () => {
  expect(withSharedArenas({ HOME: '/' })).toEqual({ HOME: '/', MALLOC_ARENA_MAX: '2' })
  expect(withSharedArenas({ MALLOC_ARENA_MAX: '8' })).toEqual({ MALLOC_ARENA_MAX: '8' })
})
