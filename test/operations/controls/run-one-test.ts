import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PlantedMistake } from './planted-mistake.ts'

/** `output` is what the run of the test printed, with the differences that it found. */
export type TestOutcome = { outcome: 'failed' | 'passed' | 'did not run'; output: string }

type Report = {
  testResults: {
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

/** Runs one test of a copy of the repository, and with it those that it needs. */
export async function runOneTest(
  root: string,
  { testFile, test, needsEarlierTests = false }: Omit<PlantedMistake, 'name' | 'file' | 'changes' | 'says'>,
): Promise<TestOutcome> {
  const reportPath = join(root, 'report.json')
  const pattern = `^${test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', `--project=${projectOf(testFile)}`, testFile],
      ...(needsEarlierTests ? [] : ['-t', pattern]),
      ...['--reporter=default', '--reporter=json', `--outputFile=${reportPath}`],
    ],
    // A snapshot that is wrong must fail and not be written.
    { cwd: root, env: { ...process.env, CI: 'true', NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  await once(child, 'exit')
  const output = (await said).join('')
  if (!existsSync(reportPath)) return { outcome: 'did not run', output }
  // The cast: vitest writes these members.
  const { testResults } = JSON.parse(readFileSync(reportPath, 'utf8')) as Report
  const found = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ') === test)
  const status = found?.status
  if (status !== 'failed' && status !== 'passed') return { outcome: 'did not run', output }
  return { outcome: status, output }
}

const projects = { process: 'process', heavy: 'warehouses', operations: 'operations', drill: 'drills' }

function projectOf(testFile: string): string {
  const [, kind = ''] = /\.(\w+)\.test\.ts$/.exec(testFile) ?? []
  const project = Object.entries(projects).find(([name]) => name === kind)?.[1]
  if (project === undefined) throw new Error(`No project is known for ${testFile}.`)
  return project
}
