import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const files = 300

test('a build of more files than the process may open is loaded', () => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-pages-'))
  try {
    mkdirSync(join(directory, 'assets'))
    writeFileSync(join(directory, 'index.html'), '')
    for (let index = 0; index < files; index += 1) {
      for (const ending of ['js', 'js.br'])
        writeFileSync(join(directory, `assets/${index}.${ending}`), ending)
    }
    const program = `
      import { loadPages } from ${JSON.stringify(new URL('load-pages.ts', import.meta.url).href)}
      console.log((await loadPages(process.argv[1])).assets.size)`
    const words = ['--input-type=module', '-e', program, directory]
    const { stdout, stderr } = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -n 128; exec "$0" "$@"', process.execPath, ...words],
      { encoding: 'utf8' },
    )
    expect({ stdout, stderr }).toEqual({ stdout: `${files}\n`, stderr: '' })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
