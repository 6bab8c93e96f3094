import { NotReadyError } from '@signalpost/domain'
import { ConfigError } from '@signalpost/runtime'
import type { CommandContext } from '../../command/context.ts'
import { explainError } from '../../command/explain-error.ts'
import type { Check, Finding } from './define-check.ts'

export type CheckResult = Finding & { name: string }

/** Runs checks in order, and skips those that depend on one that failed. */
export async function runChecks(checks: readonly Check[], context: CommandContext): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const useless = new Set<string>()
  for (const check of checks) {
    if (check.after !== undefined && useless.has(check.after)) {
      useless.add(check.name)
      continue
    }
    const finding = await runCheck(check, context)
    if (finding === undefined) continue
    if (!finding.ok) useless.add(check.name)
    results.push({ name: check.name, ...finding })
  }
  return results
}

async function runCheck({ run, remedy }: Check, context: CommandContext): Promise<Finding | undefined> {
  try {
    return await run(context)
  } catch (error) {
    return {
      ok: false,
      message: messageOf(error),
      remedy: error instanceof NotReadyError ? error.remedy : remedy,
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof ConfigError ? error.lines.join('; ') : explainError(error)
}
