import { runCli } from '../cli.ts'
import { type CallCli, cliWith } from './call-cli.ts'

/**
 * Calls the CLI within this process, which takes a hundredth of the time; for what needs no process of its own. What
 * reads its input has one all the same.
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
      ask: async () => false,
    }
    // No worker runs in these tests, so a command need not wait for one.
    const exitCode = await runCli({ args, env: environment, terminal, workerPatienceMs: 0 })
    return { exitCode, stdout, stderr }
  }
}
