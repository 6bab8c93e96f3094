import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sourceStack } from './source-stack.ts'

function stage(map: string): { url: string; directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-map-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'app.js.map'), map)
  return { url: pathToFileURL(join(directory, 'app.js')).href, directory }
}

test('names the sources of a bundled file, as a URL or a path', () => {
  // The first column of the second line of app.js is the third column of the fifth line of the source.
  const map = { version: 3, sources: ['../apps/api/src/route.ts'], names: [], mappings: ';AAIE' }
  const { url, directory } = stage(JSON.stringify(map))
  const source = new URL('../apps/api/src/route.ts', url).href
  const stack = `Error: failed\n    at handle (${url}:2:1)\n    at ${join(directory, 'app.js')}:2:1`
  expect(sourceStack(stack)).toBe(
    `Error: failed\n    at handle (${source}:5:3)\n    at ${source.slice('file://'.length)}:5:3`,
  )
})

test('leaves a stack as it is where there is no map, or one that cannot be read', () => {
  const stack =
    'Error: failed\n    at node:internal/x:1:2\n    at file:///none/app.js:2:1 (https://a.example/x.js:1:1)'
  expect(sourceStack(stack)).toBe(stack)
  const { url } = stage('{ "version": 3, "sour')
  expect(sourceStack(`at ${url}:2:1`)).toBe(`at ${url}:2:1`)
})
