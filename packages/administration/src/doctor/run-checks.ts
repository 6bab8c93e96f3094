import { NotReadyError } from '@signalpost/domain'
import type { Check, Finding } from './define-check.ts'

/** The finding of the check with this name. */
export type CheckResult = Finding & { name: string }

/** Runs checks in order, and skips those that depend on one that failed. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
  /** The words for an error that a check throws. */
  explain: (error: unknown) => string,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const useless = new Set<string>()
  for (const check of checks) {
    if (check.after !== undefined && useless.has(check.after)) {
      useless.add(check.name)
      continue
    }
    const finding = await runCheck(check, context, explain)
    if (finding === undefined) continue
    if (!finding.ok) useless.add(check.name)
    results.push({ name: check.name, ...finding })
  }
  return results
}

async function runCheck<Context>(
  { run, remedy }: Check<Context>,
  context: Context,
  explain: (error: unknown) => string,
): Promise<Finding | undefined> {
  try {
    return await run(context)
  } catch (error) {
    return {
      ok: false,
      message: explain(error),
      remedy: error instanceof NotReadyError ? error.remedy : remedy,
    }
  }
}
