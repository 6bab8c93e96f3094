import { expect, test } from 'vitest'
import { refuseLateLibraries, rewritePaths } from './rewrite-paths.ts'

const file = 'packages/a/src/read/read.ts'

test.each([
  ["new URL('./work-thread.ts', import.meta.url)", "new URL('./a.read.work-thread.js', import.meta.url)"],
  [
    "new URL(\n  '../../../../apps/api/src/main.ts',\n  import.meta.url,\n)",
    "new URL('./api.main.js', import.meta.url)",
  ],
  ['createRequire(import.meta.url)', 'createRequire(import.meta.url)'],
])('%j finds a program, a thread or a package from the bundle', (source, text) => {
  expect(rewritePaths(source, file)).toEqual({ text, resources: [] })
})

test.each([
  ["new URL('../../recipes/', import.meta.url)", 'packages/a/recipes/', ''],
  ["new URL('../data.json', import.meta.url)", 'packages/a/src/data.json', ''],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
  ['new URL(`browser/${name}`, import.meta.url)', 'packages/a/src/read/browser/', '${name}'],
])('%j reads a resource that the bundle copies', (source, resource, rest) => {
  const { text, resources } = rewritePaths(source, file)
  expect(resources).toEqual([resource])
  expect(text).toBe(`new URL(${source[8]}resources/${resource}${rest}${source[8]}, import.meta.url)`)
})

test.each(['import.meta.dirname', 'import.meta.url', "import.meta.resolve('a')", 'import.meta.filename'])(
  'refuses %s, which it cannot follow',
  (source) => {
    expect(() => rewritePaths(`const here = ${source}`, file)).toThrow(
      'packages/a/src/read/read.ts: a bundle cannot follow import.meta.',
    )
  },
)

test('refuses a package that is imported late, unless it stays outside', () => {
  const refuse = (name: string) => () =>
    refuseLateLibraries(`const { a } = await import('${name}')`, { file, external: ['esbuild'] })
  expect(refuse('@clickhouse/client')).toThrow(`${file}: a bundle cannot import @clickhouse/client late`)
  for (const name of ['esbuild', '@signalpost/channels', './library.ts']) expect(refuse(name)).not.toThrow()
})
