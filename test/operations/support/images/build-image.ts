import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outputOf, runProgram } from './run-program.ts'

const project = fileURLToPath(new URL('../../../../', import.meta.url))
const base = 'localhost/node:24-bookworm-slim'
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }

export type Target = 'product' | 'product-with-cloud-warehouses'

type ImageConfig = {
  Entrypoint: string[]
  Cmd: string[]
  Env: string[]
  User: string
  WorkingDir: string
  Labels: Record<string, string>
  Healthcheck: { Test: string[] }
}

export type Image = {
  /** The files of the image. Containers share them, read-only. */
  rootDirectory: string
  config: ImageConfig
  /** Unmounts the files. The image itself stays, so that the next build is quick. */
  close: () => Promise<void>
}

/**
 * Builds the Dockerfile from this checkout, unless this machine has the image of the same files, and mounts it. Needs root.
 */
export async function buildImage(target: Target = 'product'): Promise<Image> {
  await makeBase()
  const name = `localhost/signalpost:${target}-${await hashContext()}`
  await makeUnlessPresent(name, [
    // Every layer of the stages before the last would cost as much as the last.
    ...['buildah', 'bud', '--format', 'docker', '--layers=false', '--network', 'host', '--tag', name],
    ...['--target', target, '--build-arg', `BASE=${base}`, ...registryOptions()],
    ...['--file', join(project, 'infra/images/Dockerfile'), project],
  ])
  return openImage(name)
}

/** Makes the base image unless this machine has it, and mounts it. */
export async function openBase(): Promise<Image> {
  await makeBase()
  return openImage(base)
}

function makeBase(): Promise<void> {
  return makeUnlessPresent(base, [join(project, 'infra/images/build-base'), base])
}

/** Two builds at once would each do the whole work, so one waits. The lock ends with its process. */
async function makeUnlessPresent(name: string, build: readonly string[]): Promise<void> {
  const directory = join(project, 'node_modules/.cache')
  mkdirSync(directory, { recursive: true })
  const script = 'name=$1; shift; buildah inspect --type image "$name" > /dev/null 2>&1 || "$@"'
  const words = ['flock', join(directory, 'image-build.lock'), 'sh', '-c', script, 'sh', name, ...build]
  await outputOf(words, { env })
}

/** A hash of the files of which an image consists. */
async function hashContext(): Promise<string> {
  const infra = [
    'infra/bootstrap.mjs',
    'infra/lock.mjs',
    'infra/platform.mjs',
    'infra/run-program.mjs',
    'infra/bundle',
    'infra/embedded-postgres',
    'infra/images',
    'infra/release',
  ]
  const parts = ['apps', 'packages', ...infra, 'pnpm-*.yaml', 'package.json', '.dockerignore', '.npmrc']
  const listed = await outputOf(
    ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...parts, ':!*.test.ts'],
    { cwd: project },
  )
  const hash = createHash('sha256')
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(project, path)))) {
    hash.update(`\0${path}\0`).update(readFileSync(join(project, path)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Where packages come from is this machine's business, and none of the image's. */
function registryOptions(): string[] {
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env
  const npmrc = join(homedir(), '.npmrc')
  return [
    ...(existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : []),
    ...(authorities === undefined
      ? []
      : [
          '--volume',
          `${authorities}:${authorities}:ro`,
          '--build-arg',
          `NODE_EXTRA_CA_CERTS=${authorities}`,
        ]),
  ]
}

async function openImage(id: string): Promise<Image> {
  const { Docker }: { Docker: { config: ImageConfig } } = JSON.parse(
    await outputOf(['buildah', 'inspect', '--type', 'image', id], { env }),
  )
  const container = await outputOf(['buildah', 'from', '--pull-never', id], { env })
  const close = async (): Promise<void> => {
    await runProgram(['buildah', 'rm', container], { env })
  }
  try {
    const rootDirectory = await outputOf(['buildah', 'mount', container], { env })
    return { rootDirectory, config: Docker.config, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
