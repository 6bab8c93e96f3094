import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findKubernetesTools } from './find-kubernetes-tools.ts'

export const root = join(import.meta.dirname, '../../../..')
export const chartDirectory = join(root, 'infra/helm/signalpost')
export const examplesDirectory = join(chartDirectory, 'ci')

const run = promisify(execFile)
const longestOutput = 64 * 1024 * 1024

export type HelmAnswer = { ok: true; stdout: string } | { ok: false; message: string }

/** Runs helm with these words. Returns its complaint if it fails. */
export async function runHelm(words: readonly string[]): Promise<HelmAnswer> {
  const { helm } = await findKubernetesTools()
  try {
    const { stdout } = await run(helm, words, { maxBuffer: longestOutput })
    return { ok: true, stdout }
  } catch (error) {
    // The cast: execFile rejects with what the program wrote.
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string }
    return { ok: false, message: stdout + stderr || message }
  }
}

/** Renders a chart. `values` are files or `name=value`. */
export async function renderChart({
  chart = chartDirectory,
  files = [],
  settings = [],
}: {
  chart?: string
  files?: readonly string[]
  settings?: readonly string[]
}): Promise<HelmAnswer> {
  const given = [...files.flatMap((file) => ['-f', file]), ...settings.flatMap((one) => ['--set', one])]
  return runHelm(['template', 'signalpost', chart, ...given])
}

export async function runKubectl(words: readonly string[]): Promise<string> {
  const { kubectl } = await findKubernetesTools()
  const { stdout } = await run(kubectl, words, { maxBuffer: longestOutput })
  return stdout
}
