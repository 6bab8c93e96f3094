import { runCli } from './cli.ts'

const [first, ...words] = process.argv.slice(2)

if (first === '__complete') {
  const { completeLines } = await import('./completion/complete-lines.ts')
  const lines = await completeLines(words, { env: process.env })
  // A database that does not answer must not keep the shell waiting for the end of this process.
  process.stdout.write(lines.map((line) => `${line}\n`).join(''), () => process.exit())
} else {
  process.exitCode = await runCli({ args: process.argv.slice(2), env: process.env })
}
