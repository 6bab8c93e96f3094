import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

const product = join(import.meta.dirname, '../..')
const copied = [
  'infra/bootstrap.mjs',
  'infra/bundle/src/find-bundle.mjs',
  'infra/lock.mjs',
  'infra/platform.mjs',
  'infra/run-program.mjs',
  'packages/runtime/src/config/installer-variables.json',
  'signalpost',
]

export type BootstrapProject = {
  root: string
  write: (path: string, content: string) => void
  /** Starts the bootstrap. */
  bootstrap: (args: string[], environment?: Record<string, string>) => ChildProcess
  run: (args: string[], environment?: Record<string, string>) => Promise<BootstrapRun>
  /** Returns the lines of a file, none if it is not there. */
  linesOf: (path: string) => string[]
  /** Ends a process with the project. */
  own: (child: ChildProcess) => ChildProcess
  remove: () => void
}

export type BootstrapRun = { code: number | null; stdout: string; stderr: string }

/**
 * A small project: the real bootstrap and launcher over a pnpm, a bundler and a command line that only record calls, in
 * the files `installs`, `bundled` and `notes`.
 */
export function stageBootstrapProject(): BootstrapProject {
  const root = mkdtempSync(join(tmpdir(), 'signalpost-bootstrap-'))
  const children: ChildProcess[] = []
  for (const file of copied) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(product, file), join(root, file))
  }
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  write('pnpm-workspace.yaml', 'catalog:\n  pnpm: 1.2.3\n\nallowBuilds:\n  pnpm: false\n')
  write('package.json', '{ "type": "module" }')
  write('pnpm-lock.yaml', 'first')
  write('node_modules/pnpm/package.json', '{ "version": "1.2.3" }')
  write('node_modules/.bin/pnpm', fakePnpm)
  chmodSync(join(root, 'node_modules/.bin/pnpm'), 0o755)
  write('apps/cli/src/main.ts', fakeMain(root, 'sources'))
  write('packages/one/src/index.ts', '')
  write('infra/bundle/src/main.ts', fakeBundler(root))
  const own = (child: ChildProcess): ChildProcess => {
    children.push(child)
    return child
  }
  const bootstrap = (args: string[], environment: Record<string, string> = {}): ChildProcess =>
    own(
      spawn(process.execPath, [join(root, 'infra/bootstrap.mjs'), ...args], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  return {
    ...{ root, write, own, bootstrap },
    run: async (args, environment) => {
      const child = bootstrap(args, environment)
      if (child.stdout === null || child.stderr === null) throw new Error('the output is not piped')
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { code: child.exitCode, stdout, stderr }
    },
    linesOf: (path) =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').split('\n').slice(0, -1) : [],
    remove: () => {
      for (const child of children) child.kill('SIGKILL')
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export const fakePnpm = `#!/bin/sh
env > installer-environment
for last; do :; done
case $last in --prod) echo --prod ;; *) echo ;; esac >> installs
sleep 0.5
if [ -e fails ]; then echo 'no such package'; echo 'and a second line' >&2; exit 1; fi
mkdir -p node_modules/node-linux-${process.arch}/bin
ln -sf "${process.execPath}" node_modules/node-linux-${process.arch}/bin/node
`

/** Bundles nothing, and says that it did. */
const fakeBundler = (root: string): string => `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
const home = process.argv[2]
if (existsSync('${root}/bundler-fails')) {
  console.error('no space left on device')
  process.exit(1)
}
appendFileSync('${root}/bundled', home + '\\n')
mkdirSync(home + '/one', { recursive: true })
writeFileSync(home + '/one/cli.main.js', ${JSON.stringify(fakeMain(root, 'bundle'))})
writeFileSync(home + '/one/part.js', '// whole')
await new Promise((resolve) => setTimeout(resolve, 50))
writeFileSync(home + '/current', 'one\\n')
`

const fakeMain = (root: string, program: string): string => `
import { appendFileSync } from 'node:fs'
const program = '${program}'
const note = (line) => appendFileSync('${root}/notes', line + '\\n')
const [command, argument] = process.argv.slice(2)
if (command === 'exit') process.exit(Number(argument))
if (command === 'start' && argument === undefined) {
  setInterval(() => undefined, 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      note(signal)
      setTimeout(() => {
        note('ended')
        process.exit(0)
      }, 600)
    })
  }
  note('started')
} else {
  console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), program }))
}
`
