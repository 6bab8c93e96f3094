import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Manifest, ofKind, type PodSpec } from '../chart/support/manifest.ts'
import type { Image } from '../support/images/build-image.ts'
import { runContainer } from '../support/images/start-container.ts'
import { containerOf, type Pod, startPod } from './pod.ts'
import { type Service, startService } from './service.ts'

/**
 * Does with rendered manifests what Kubernetes and helm do: hooks first, rollouts in the order of their strategy,
 * endpoints by readiness, evictions within budgets. Containers are real; the kubelet, the network and the scheduler are
 * not.
 */
export type StandInCluster = {
  /** Installs or upgrades: runs the Jobs that are hooks for it, then rolls each Deployment out. */
  apply: (manifests: readonly Manifest[], hook: 'pre-install' | 'pre-upgrade') => Promise<void>
  /** Restores earlier manifests, without hooks, like `helm rollback`. */
  rollBack: (manifests: readonly Manifest[]) => Promise<void>
  scale: (deployment: string, replicas: number) => Promise<void>
  /** Evicts every pod of a node within the disruption budgets; others replace them elsewhere. */
  drain: (node: string) => Promise<void>
  /** Runs the Pods that are hooks for tests, like `helm test`. Returns what they printed. Throws unless they succeed. */
  test: (manifests: readonly Manifest[]) => Promise<string>
  /** The URL of the Service of a Deployment's pods. */
  urlOf: (deployment: string) => string
  podsOf: (deployment: string) => readonly Pod[]
  /** Runs the image of a Deployment with other words, in a container of its own. */
  run: (deployment: string, words: readonly string[], files?: Record<string, string>) => Promise<string>
  /** What happened that must not, such as a pod that was killed. */
  complaints: string[]
  remove: () => Promise<void>
}

export type ClusterOptions = {
  nodes: readonly string[]
  imageOf: (reference: string) => Image
  secret: Readonly<Record<string, string>>
}

/** A deployed Deployment: what is wanted, and its pods. */
type Deployed = {
  manifest: Manifest
  replicas: number
  pods: Pod[]
  service: Service
  ending: Set<Promise<void>>
}

/** How long a change of readiness takes to reach every node's Service. */
const endpointLagMs = 1_000
const budgetPollMs = 200

export function createStandInCluster({ nodes, imageOf, secret }: ClusterOptions): StandInCluster {
  const deployed = new Map<string, Deployed>()
  const cordoned = new Set<string>()
  const complaints: string[] = []
  let budgets: readonly Manifest[] = []
  let started = 0
  // Other clusters may run on this host.
  const network = `127.${randomInt(2, 250)}.${randomInt(0, 250)}`

  const get = (name: string): Deployed => {
    const found = deployed.get(name)
    if (found === undefined) throw new Error(`There is no Deployment ${name}.`)
    return found
  }
  const addPod = async (one: Deployed): Promise<Pod> => {
    started += 1
    const address = `${network}.${started}`
    const { service, manifest } = one
    const spread = (node: string): number => one.pods.filter((pod) => pod.node === node).length
    const [node = ''] = nodes.filter((name) => !cordoned.has(name)).toSorted((a, b) => spread(a) - spread(b))
    const pod = await startPod({
      ...{ name: `${manifest.metadata.name}-${started}`, node, address, imageOf, secret },
      spec: manifest.spec.template.spec,
      onReadiness: (isReady) => {
        sleep(endpointLagMs)
          // A pod that ends is no endpoint any more, however ready it was.
          .then(() =>
            isReady && one.pods.includes(pod) ? service.add(address, pod.port) : service.remove(address),
          )
          .catch((error: unknown) => complaints.push(String(error)))
      },
    })
    one.pods.push(pod)
    return pod
  }
  /** The endpoint goes while the pod drains, as in Kubernetes, where no one waits for the other. */
  const endPod = (one: Deployed, pod: Pod): void => {
    one.pods = one.pods.filter((other) => other !== pod)
    const leaving = sleep(endpointLagMs).then(() => one.service.remove(pod.address))
    const ending = Promise.all([pod.terminate(), leaving]).then(([exitCode]) => {
      if (exitCode !== 0) complaints.push(`${pod.name} ended with ${exitCode}`)
      one.ending.delete(ending)
    })
    one.ending.add(ending)
  }
  const readyCount = (one: Deployed): number => one.pods.filter((pod) => pod.isReady()).length

  const rollOut = async (manifest: Manifest): Promise<void> => {
    const { name } = manifest.metadata
    const before = deployed.get(name)
    const replicas = manifest.spec.replicas ?? 1
    const one: Deployed = before ?? {
      manifest,
      replicas,
      pods: [],
      service: await startService(),
      ending: new Set(),
    }
    deployed.set(name, one)
    const isSame = JSON.stringify(one.manifest.spec.template) === JSON.stringify(manifest.spec.template)
    Object.assign(one, { manifest, replicas })
    const old = isSame ? [] : [...one.pods]
    const { maxSurge = 1, maxUnavailable = 0 } = manifest.spec.strategy?.rollingUpdate ?? {}
    const fresh = (): Pod[] => one.pods.filter((pod) => !old.includes(pod))
    while (fresh().length < replicas || old.length > 0) {
      const room = replicas + countOf(maxSurge, replicas) - one.pods.length
      const wanted = Math.min(room, replicas - fresh().length)
      await Promise.all(Array.from({ length: Math.max(0, wanted) }, () => addPod(one)))
      await Promise.all(fresh().map((pod) => pod.whenReady()))
      while (old.length > 0 && readyCount(one) - 1 >= replicas - countOf(maxUnavailable, replicas)) {
        const [oldest] = old.splice(0, 1)
        if (oldest !== undefined) endPod(one, oldest)
      }
    }
    await Promise.all(one.ending)
  }
  const rollAllOut = async (manifests: readonly Manifest[]): Promise<void> => {
    budgets = ofKind(manifests, 'PodDisruptionBudget')
    for (const manifest of ofKind(manifests, 'Deployment')) await rollOut(manifest)
  }
  /** Whether a budget lets one more pod of a Deployment go. */
  const mayEvict = (one: Deployed): boolean => {
    const { name } = one.manifest.metadata
    const budget = budgets.find(({ metadata }) => metadata.name === name)
    return budget === undefined || one.replicas - readyCount(one) < Number(budget.spec.maxUnavailable)
  }
  /** Replaces the URL of a Service by where it is. */
  const resolve = (value: string): string => {
    const [, name = ''] = /^http:\/\/([a-z-]+):80$/.exec(value) ?? []
    return deployed.get(name)?.service.url ?? value
  }
  const runOnce = async (spec: PodSpec, args?: readonly string[], files: Record<string, string> = {}) => {
    const options = containerOf({ address: '127.0.0.1', spec, imageOf, secret })
    const words = args === undefined ? {} : { args }
    return runContainer({ ...options, ...words, files: { ...options.files, ...files } })
  }
  return {
    complaints,
    apply: async (manifests, hook) => {
      for (const { metadata, spec } of ofKind(manifests, 'Job')) {
        if (!metadata.annotations?.['helm.sh/hook']?.split(',').includes(hook)) continue
        const { exitCode, output } = await runOnce(spec.template.spec)
        if (exitCode !== 0) throw new Error(`${metadata.name} ended with ${exitCode}:\n${output}`)
      }
      await rollAllOut(manifests)
    },
    rollBack: rollAllOut,
    scale: async (name, replicas) => {
      const one = get(name)
      one.replicas = replicas
      while (one.pods.length < replicas) await addPod(one)
      await Promise.all(one.pods.map((pod) => pod.whenReady()))
      for (const pod of one.pods.slice(replicas)) endPod(one, pod)
      await Promise.all(one.ending)
    },
    drain: async (node) => {
      cordoned.add(node)
      for (const one of deployed.values()) {
        for (const pod of one.pods.filter((other) => other.node === node)) {
          while (!mayEvict(one)) await sleep(budgetPollMs)
          endPod(one, pod)
          await addPod(one)
        }
        await Promise.all(one.pods.map((pod) => pod.whenReady()))
        await Promise.all(one.ending)
      }
      cordoned.delete(node)
    },
    test: async (manifests) => {
      const outputs: string[] = []
      for (const { metadata, spec } of ofKind(manifests, 'Pod')) {
        if (metadata.annotations?.['helm.sh/hook'] !== 'test') continue
        // The cast: the spec of a pod has no template.
        const pod = spec as unknown as PodSpec
        const configMaps = ofKind(manifests, 'ConfigMap')
        const options = containerOf({ address: '127.0.0.1', spec: pod, imageOf, secret, configMaps })
        // Names of Services lead nowhere here.
        const env = Object.entries(options.env ?? {}).map(([name, value]) => [name, resolve(value)] as const)
        const { exitCode, output } = await runContainer({ ...options, env: Object.fromEntries(env) })
        if (exitCode !== 0) throw new Error(`${metadata.name} ended with ${exitCode}:\n${output}`)
        outputs.push(output)
      }
      return outputs.join('')
    },
    urlOf: (name) => get(name).service.url,
    podsOf: (name) => get(name).pods,
    run: async (name, words, files) => {
      const { exitCode, output, stdout } = await runOnce(get(name).manifest.spec.template.spec, words, files)
      if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}:\n${output}`)
      return stdout
    },
    remove: async () => {
      for (const { pods, ending, service } of deployed.values()) {
        await Promise.all([...pods.map((pod) => pod.remove()), ...ending])
        await service.stop()
      }
    },
  }
}

function countOf(value: number | string, replicas: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseFloat(value) / 100) * replicas)
}
