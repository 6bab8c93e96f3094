import { defineCommand } from '../../command/define-command.ts'
import { table } from '../../terminal/table.ts'
import { hostChecks } from './host-checks.ts'
import { runChecks } from './run-checks.ts'
import { storeChecks } from './store-checks.ts'

export const doctor = defineCommand({
  path: 'doctor',
  summary: 'Check configuration, stores, clock, ports and keys, and print a remedy for each problem.',
  parameters: {},
  run: async (context) => {
    const checks = await runChecks([...hostChecks, ...storeChecks], context)
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
