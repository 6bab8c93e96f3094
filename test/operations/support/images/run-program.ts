import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export type Ended = { exitCode: number | null; stdout: string; stderr: string }

/** Runs a program to its end, without a shell. */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  { env = process.env, cwd }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode, stdout, stderr }
}

/** Runs a program that must succeed and returns what it printed, without the last newline. */
export async function outputOf(
  words: readonly string[],
  options: Parameters<typeof runProgram>[1] = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(words, options)
  if (exitCode !== 0) throw new Error(`${words.join(' ')} exited ${exitCode}:\n${stdout}${stderr}`)
  return stdout.trimEnd()
}
