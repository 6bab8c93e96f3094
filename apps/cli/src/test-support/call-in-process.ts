import { runCli } from '../cli.ts'
import { type CallCli, cliWith } from './call-cli.ts'

/**
 * Runs the CLI in this process, which takes a hundredth of the time of a separate one. A call with input still has its
 * own process.
 */
export function cliInProcess(environment: Record<string, string>): CallCli {
  return async (args, input) => {
    if (input !== undefined) return cliWith(environment)(args, input)
    let [stdout, stderr] = ['', '']
    const terminal = {
      print: (text: string) => {
        stdout += text.endsWith('\n') ? text : `${text}\n`
      },
      note: (line: string) => {
        stderr += `${line}\n`
      },
      startProgress: () => ({ advance: () => undefined, stop: () => undefined }),
      ask: async (question: string) => {
        stderr += `${question}\n`
        return false
      },
    }
    // No worker runs in these tests, so a command does not wait for one.
    const exitCode = await runCli({ args, env: environment, terminal, workerPatienceMs: 0 })
    return { exitCode, stdout, stderr }
  }
}
