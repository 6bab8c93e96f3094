import { databaseChecks, runChecks } from '@signalpost/administration/doctor'
import { ConfigError } from '@signalpost/runtime'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { explainError } from '../../command/explain-error.ts'
import { table } from '../../terminal/table.ts'
import { hostChecks } from './host-checks.ts'
import { assistantsCheck, backupCheck, diskCheck, loginCheck, queueCheck } from './installation-checks.ts'
import { modelChecks } from './model-checks.ts'

const ofDatabase = databaseChecks.map((check) => ({
  ...check,
  run: ({ database, secretBox, cell, nowMs, config }: CommandContext) =>
    check.run({ database, secretBox, cell, nowMs, smtp: config.smtp }),
}))
const allChecks = [
  ...hostChecks,
  loginCheck,
  assistantsCheck,
  diskCheck,
  ...ofDatabase,
  queueCheck,
  backupCheck,
  ...modelChecks,
]

export const doctor = defineCommand({
  path: 'doctor',
  summary: 'Check configuration, stores, clock, ports, keys and models, and print a remedy for each problem.',
  parameters: {},
  run: async (context) => {
    const checks = await runChecks(allChecks, context, messageOf)
    const ok = checks.every((check) => check.ok)
    const rows = checks.map(({ name, ok, message, remedy }) => [
      ok ? (remedy === undefined ? 'ok' : 'weak') : 'BAD',
      name,
      message,
      remedy ?? '',
    ])
    return { json: { ok, checks }, text: table(['', 'CHECK', 'FOUND', 'REMEDY'], rows), exitCode: ok ? 0 : 1 }
  },
})

function messageOf(error: unknown): string {
  return error instanceof ConfigError ? error.lines.join('; ') : explainError(error)
}
