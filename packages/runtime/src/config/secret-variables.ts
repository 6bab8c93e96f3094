import { readFileSync } from 'node:fs'

/** The variables that hold a secret. Each can be read from a file, which its `_FILE` twin names. */
export const secretVariables: readonly string[] = [
  'DATABASE_URL',
  'REDIS_URL',
  'SIGNALPOST_QUEUE_DATABASE_URL',
  'SIGNALPOST_MASTER_KEY',
  'SIGNALPOST_METRICS_TOKEN',
  'SIGNALPOST_SMTP_URL',
  'SIGNALPOST_OIDC_CLIENT_SECRET',
  'SIGNALPOST_LLM_KEY',
  'SIGNALPOST_RERANK_API_KEY',
  'SIGNALPOST_OUTGOING_PROXY',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

type Environment = Readonly<Record<string, string | undefined>>

/** The value of a variable, or the line about it. */
export type GivenVariable = { value: string; isFromFile: boolean } | { fault: string }

/** Returns what the environment gives for a variable; undefined if it is unset or empty. */
export function findVariable(name: string, env: Environment): GivenVariable | undefined {
  const value = env[name] || undefined
  const twin = fileVariableOf(name)
  const path = secretVariables.includes(name) ? env[twin] || undefined : undefined
  if (path === undefined) return value === undefined ? undefined : { value, isFromFile: false }
  if (value !== undefined) return { fault: `${name} and ${twin} are both set; expected one of them` }
  const content = readSecret(path)
  if ('value' in content) return { ...content, isFromFile: true }
  return {
    fault: `${twin} is ${JSON.stringify(path)}; expected a readable file with the value, ${content.reason}`,
  }
}

export function fileVariableOf(name: string): string {
  return `${name}_FILE`
}

/** Tools that write files of secrets end them with a newline, which is no part of the secret. */
function readSecret(path: string): { value: string } | { reason: string } {
  try {
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { reason: 'but it is empty' } : { value }
  } catch (error) {
    // The cast: fs throws nothing else.
    return { reason: `but reading it failed (${(error as NodeJS.ErrnoException).code})` }
  }
}
