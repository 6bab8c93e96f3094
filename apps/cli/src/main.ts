import { runCli } from './cli.ts'

process.exitCode = await runCli({ args: process.argv.slice(2), env: process.env })
