import { randomBytes } from 'node:crypto'
import { findFreePort, type OwnPostgres, startOwnPostgres, waitUntil } from '@signalpost/testing'
import { expect } from 'vitest'
import type { Image } from '../support/images/build-image.ts'
import type { ContainerOptions } from '../support/images/bundle-config.ts'
import { type Container, runContainer, startContainer } from '../support/images/start-container.ts'

type AppName = (typeof apps)[number]

export type Installation = {
  /** For every container of the installation. */
  env: Record<string, string>
  urlOf: (app: AppName) => string
  /** Runs a command of the CLI in a container of its own, with `--json`. Throws unless it exits 0. */
  cli: (words: readonly string[], files?: Record<string, string>) => Promise<Json>
  start: (app: AppName, options?: Pick<ContainerOptions, 'memoryBytes'>) => Promise<Container>
  /** Removes the containers and the database. */
  remove: () => Promise<void>
}

type Json = Record<string, unknown>

const apps = ['intake', 'worker', 'searcher', 'api', 'console'] as const

type Handed = {
  /** Variables besides the addresses and the ports, which are this machine's. */
  env?: Readonly<Record<string, string>>
  /** Files in `/run/secrets` besides the URL of the database, by their names. */
  secrets?: Readonly<Record<string, string>>
}

/** Prepares an empty database and free ports for containers of an image. */
export async function createInstallation(image: Image, handed: Handed = {}): Promise<Installation> {
  const postgres: OwnPostgres = await startOwnPostgres()
  const containers: Container[] = []
  const ports = new Map<AppName, number>()
  for (const app of apps) ports.set(app, await findFreePort())
  const urlOf = (app: AppName): string => `http://127.0.0.1:${ports.get(app)}`
  const env = {
    DATABASE_URL_FILE: '/run/secrets/database-url',
    SIGNALPOST_MASTER_KEY_FILE: '/run/secrets/master-key',
    ...handed.env,
    SIGNALPOST_HOST: '127.0.0.1',
    SIGNALPOST_INTAKE_URL: urlOf('intake'),
    SIGNALPOST_PUBLIC_URL: urlOf('api'),
    ...Object.fromEntries(
      [...ports].map(([app, port]) => [`SIGNALPOST_${app.toUpperCase()}_PORT`, `${port}`]),
    ),
  }
  const values = {
    'master-key': `${randomBytes(32).toString('base64')}\n`,
    ...handed.secrets,
    'database-url': `${postgres.url}\n`,
  }
  const secrets = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`/run/secrets/${name}`, value]),
  )
  return {
    env,
    urlOf,
    cli: async (words, files = {}) => {
      const args = [...words, '--json']
      const { exitCode, output, stdout } = await runContainer({
        image,
        args,
        env,
        files: { ...secrets, ...files },
      })
      expect(exitCode, `${words.join(' ')}: ${output}`).toBe(0)
      return JSON.parse(stdout)
    },
    start: async (app, options = {}) => {
      const container = await startContainer({ image, args: [app], env, files: secrets, ...options })
      containers.push(container)
      return container
    },
    remove: async () => {
      await Promise.all(containers.map((container) => container.remove()))
      await postgres.remove()
    },
  }
}

/** Resolves when the app answers that it is ready. Throws with its output if it ends before. */
export async function whenReady(container: Container, url: string): Promise<void> {
  await waitUntil(`${url} is ready`, async () => {
    if (container.exitCode() !== undefined) throw new Error(`It ended:\n${container.output()}`)
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
}
