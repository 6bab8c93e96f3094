import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { compileCache, programOf } from '@signalpost/testing'

type CliResult = { exitCode: number | null; stdout: string; stderr: string }
export type CallCli = (args: string[], input?: string | Buffer) => Promise<CliResult>

/** Runs the CLI as a separate process without a terminal, with only these environment variables. */
export function cliWith(environment: Record<string, string>): CallCli {
  return async (args, input = '') => {
    const env = { PATH: process.env.PATH, ...compileCache, ...environment }
    const child = spawn(process.execPath, [programOf('cli'), ...args], { env, stdio: 'pipe' })
    // A command that does not read its input may end before the input is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { exitCode: child.exitCode, stdout, stderr }
  }
}

/** Returns the one JSON document on stdout. Throws if the command failed or printed anything else. */
export async function callForJson<Document>(
  call: CallCli,
  args: string[],
  input?: string | Buffer,
): Promise<Document> {
  const { exitCode, stdout, stderr } = await call([...args, '--json'], input)
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}: ${stderr}${stdout}`)
  // The cast: the test knows the shape of its command's document.
  return JSON.parse(stdout) as Document
}
