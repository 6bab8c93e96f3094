import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findKubernetesTools } from './find-kubernetes-tools.ts'
import { root } from './helm.ts'
import { type Manifest, titleOf } from './manifest.ts'

const packagesOfGroups: Record<string, string> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'keda.sh': '@kubernetes-models/keda',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
}

/** The module that declares the type of an object, and checks its values. */
function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/')
  return `${packagesOfGroups[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`
}

/**
 * Compiles objects against their types, several sets at once since a compiler's start costs most. Finds unknown fields
 * and values of another type. Returns the findings of each set.
 */
export async function findTypeFaults(sets: readonly (readonly Manifest[])[]): Promise<string[][]> {
  const { engine } = await findKubernetesTools()
  const directory = await mkdtemp(join(engine, 'checked-'))
  try {
    await Promise.all(
      sets.map((manifests, index) => writeFile(join(directory, `${index}.ts`), sourceOf(manifests))),
    )
    const lines = await compile(directory, sets.length)
    return sets.map((_, index) => lines.filter((line) => line.startsWith(`${index}.ts(`)))
  } finally {
    await rm(directory, { recursive: true })
  }
}

function sourceOf(manifests: readonly Manifest[]): string {
  return manifests
    .map((manifest, index) => {
      const name = `Of${index}`
      const type = `import type { I${manifest.kind} as ${name} } from '${moduleOf(manifest)}'`
      return `${type}\nexport const of${index} = ${JSON.stringify(manifest)} satisfies ${name}\n`
    })
    .join('')
}

async function compile(directory: string, count: number): Promise<string[]> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext']
  const files = Array.from({ length: count }, (_, index) => `${index}.ts`)
  try {
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...options, ...files], { cwd: directory })
    return []
  } catch (error) {
    // The cast: execFile rejects with what the program wrote.
    const { stdout = '', message } = error as { stdout?: string; message: string }
    if (!/: error TS\d+:/.test(stdout)) throw new Error(stdout || message, { cause: error })
    return stdout.split('\n')
  }
}

/** Checks the values of objects with the schemas of Kubernetes, such as patterns and ranges. Returns the findings. */
export async function findValueFaults(manifests: readonly Manifest[]): Promise<string[]> {
  const { engine } = await findKubernetesTools()
  const findings: string[] = []
  for (const manifest of manifests) {
    const file = pathToFileURL(join(engine, 'node_modules', `${moduleOf(manifest)}.js`)).href
    // The cast: each module of the package exports a class of the kind's name.
    const models = (await import(file)) as Record<string, new (data: object) => { validate: () => void }>
    const Model = models[manifest.kind]
    if (Model === undefined) throw new Error(`${file} has no ${manifest.kind}.`)
    try {
      new Model(manifest).validate()
    } catch (error) {
      findings.push(`${titleOf(manifest)}: ${String(error)}`)
    }
  }
  return findings
}
