/**
 * `npm run flaky`: runs test files several times, every second time beside a load that takes all cores, and names each
 * test that was ever red. Exits 1 when there is one.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string', default: 'HEAD' }, rounds: { type: 'string', default: '10' } },
})
const rounds = z.coerce.number().int().min(1).parse(values.rounds)
const files = positionals.length > 0 ? positionals : findTouchedTests(values.base)

/** What vitest's JSON reporter writes, as far as this program reads it. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

if (files.length === 0) {
  console.log(`No test file differs from ${values.base}.`)
} else {
  const redRounds = await runRounds()
  for (const [test, count] of redRounds) console.log(`red in ${count} of ${rounds} rounds: ${test}`)
  console.log(`${files.length} files, ${rounds} rounds, ${redRounds.size} tests that were red`)
  process.exitCode = redRounds.size === 0 ? 0 : 1
}

function findTouchedTests(base: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const touched = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return touched.filter((file) => file.endsWith('.test.ts') && existsSync(join(root, file)))
}

async function runRounds(): Promise<Map<string, number>> {
  const redRounds = new Map<string, number>()
  for (let round = 1; round <= rounds; round += 1) {
    const isBusy = round % 2 === 0
    const load = isBusy ? startLoad() : []
    try {
      const red = await runOnce()
      console.log(`round ${round}${isBusy ? ', busy' : ''}: ${red.length} red`)
      for (const test of red) redRounds.set(test, (redRounds.get(test) ?? 0) + 1)
    } finally {
      for (const child of load) child.kill('SIGKILL')
    }
  }
  return redRounds
}

function startLoad() {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
}

/** Returns the names of what was red. A file that failed outside of its tests counts as one. */
async function runOnce(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-flaky-'))
  const outputFile = join(folder, 'report.json')
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const options = ['run', '--reporter=json', `--outputFile=${outputFile}`, ...files]
    const child = spawn(process.execPath, [vitest, ...options], { cwd: root, stdio: 'ignore' })
    await once(child, 'exit')
    const report = reportSchema.parse(JSON.parse(readFileSync(outputFile, 'utf8')))
    return report.testResults.flatMap((file) => {
      const red = file.assertionResults.filter(({ status }) => status === 'failed')
      if (red.length > 0) return red.map(({ fullName }) => `${file.name}: ${fullName}`)
      return file.status === 'failed' ? [file.name] : []
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
