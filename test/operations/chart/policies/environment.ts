import {
  ConfigError,
  commonConfigSchema,
  fileVariableOf,
  readConfig,
  secretVariables,
} from '@signalpost/runtime'
import { readDocuments } from '@signalpost/testing'
import { findWorkloads, type PodSpec, type Variable } from '../support/manifest.ts'
import { definePolicy } from './policy.ts'

const sampleSecrets: Record<string, string> = {
  DATABASE_URL: 'postgres://signalpost@db.example.com/signalpost',
  SIGNALPOST_QUEUE_DATABASE_URL: 'postgres://signalpost@db.example.com/signalpost',
  REDIS_URL: 'rediss://redis.example.com',
  SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  SIGNALPOST_METRICS_TOKEN: 'token',
  SIGNALPOST_SMTP_URL: 'smtps://user:password@mail.example.com',
  SIGNALPOST_OIDC_CLIENT_SECRET: 'secret',
  SIGNALPOST_LLM_KEY: 'key',
  SIGNALPOST_RERANK_API_KEY: 'key',
  SIGNALPOST_OUTGOING_PROXY: 'http://proxy.example.com:3128',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=token',
}

const documented = new Set([
  'NODE_EXTRA_CA_CERTS',
  ...(readDocuments().find(({ path }) => path === 'docs/configuration.md')?.spans ?? []),
])

/** Processes understand their whole environment and accept it, and no secret is in it. */
export const environment = definePolicy('environment', (manifests) =>
  findWorkloads(manifests).flatMap(({ title, pod }) =>
    pod.containers.flatMap(({ env = [], volumeMounts = [] }) => [
      ...env
        .filter(({ name }) => !documented.has(name))
        .map(({ name }) => `${title}: docs/configuration.md has no ${name}`),
      ...env
        .filter(({ name }) => secretVariables.includes(name))
        .map(({ name }) => `${title}: ${name} is in the environment`),
      ...findUnmountedFiles(pod, env, volumeMounts).map((name) => `${title}: ${name} names no mounted file`),
      ...findRefusals(env).map((line) => `${title}: ${line}`),
    ]),
  ),
)

function findUnmountedFiles(
  { volumes = [] }: PodSpec,
  env: readonly Variable[],
  mounts: readonly { name: string; mountPath: string }[],
): string[] {
  const files = mounts.flatMap(({ name, mountPath }) =>
    (volumes.find((volume) => volume.name === name)?.secret?.items ?? []).map(
      ({ path }) => `${mountPath}/${path}`,
    ),
  )
  const twins = secretVariables.map(fileVariableOf)
  return env
    .filter(({ name, value = '' }) => twins.includes(name) && !files.includes(value))
    .map(({ name }) => name)
}

/** Reads the environment as a process would, with a sample in place of each secret. */
function findRefusals(env: readonly Variable[]): string[] {
  const values = env.map(({ name, value = '' }) => {
    const secret = secretVariables.find((one) => fileVariableOf(one) === name)
    return secret === undefined ? [name, value] : [secret, sampleSecrets[secret]]
  })
  try {
    readConfig(commonConfigSchema, Object.fromEntries(values))
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
}
