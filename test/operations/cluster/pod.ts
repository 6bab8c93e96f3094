import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest, PodSpec, Probe } from '../chart/support/manifest.ts'
import type { Image } from '../support/images/build-image.ts'
import { startContainer } from '../support/images/start-container.ts'

/** A pod with one container, whose probes are asked as its manifest says. */
export type Pod = {
  name: string
  node: string
  address: string
  port: number
  isReady: () => boolean
  /** Resolves when it is ready. Throws with its output if it ends, or fails its startup or liveness probe, before. */
  whenReady: () => Promise<void>
  /** Stops it like the kubelet: SIGTERM, and SIGKILL after its grace period. Resolves to its exit code. */
  terminate: () => Promise<number>
  remove: () => Promise<void>
}

export type PodOptions = {
  name: string
  node: string
  /** An address of this host that no other pod has: pods share the network of the host. */
  address: string
  spec: PodSpec
  imageOf: (reference: string) => Image
  /** The data of the Secret that the pod mounts. */
  secret: Readonly<Record<string, string>>
  /** The data of the ConfigMaps that it mounts. */
  configMaps?: readonly Manifest[]
  /** Called when the readiness changes. */
  onReadiness: (isReady: boolean) => void
}

const readyLimitMs = 180_000
const pollMs = 50

export async function startPod(options: PodOptions): Promise<Pod> {
  const { name, node, address, spec, onReadiness } = options
  const container = await startContainer(containerOf(options))
  const [{ ports = [], startupProbe, livenessProbe, readinessProbe } = { ports: [] }] = spec.containers
  const port = ports[0]?.containerPort ?? 0
  const stopping = new AbortController()
  let isReady = false
  let failure: string | undefined
  const setReady = (now: boolean): void => {
    if (now === isReady) return
    isReady = now
    onReadiness(now)
  }
  const ask = (probe: Probe): Promise<boolean> =>
    fetch(`http://${address}:${port}${probe.httpGet?.path}`, {
      signal: AbortSignal.timeout((probe.timeoutSeconds ?? 1) * 1_000),
    }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
  /** Asks until the probe fails as often as it may, or `isEnough`. */
  const follow = async (
    probe: Probe,
    isEnough: (isGood: boolean) => boolean,
  ): Promise<'ended' | 'failed'> => {
    let failures = 0
    while (!stopping.signal.aborted && container.exitCode() === undefined) {
      const isGood = await ask(probe)
      failures = isGood ? 0 : failures + 1
      if (isEnough(isGood)) return 'ended'
      if (failures >= (probe.failureThreshold ?? 3)) return 'failed'
      await sleep((probe.periodSeconds ?? 10) * 1_000, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
    }
    return 'ended'
  }
  const watch = async (): Promise<void> => {
    if (startupProbe && (await follow(startupProbe, (isGood) => isGood)) === 'failed') {
      failure = 'it failed its startup probe'
      return
    }
    const living = async (): Promise<void> => {
      if (livenessProbe && (await follow(livenessProbe, () => false)) === 'failed')
        failure = 'it failed its liveness probe'
    }
    const serving = async (): Promise<void> => {
      while (readinessProbe && !stopping.signal.aborted && container.exitCode() === undefined) {
        const outcome = await follow(readinessProbe, (isGood) => {
          if (isGood) setReady(true)
          return false
        })
        if (outcome === 'failed') setReady(false)
      }
    }
    await Promise.all([living(), serving()])
  }
  const watching = watch()
  const end = async (): Promise<void> => {
    stopping.abort()
    await watching
  }
  return {
    ...{ name, node, address, port },
    isReady: () => isReady,
    whenReady: async () => {
      const deadlineMs = performance.now() + readyLimitMs
      while (!isReady) {
        if (container.exitCode() !== undefined) failure = `it ended with ${container.exitCode()}`
        if (performance.now() > deadlineMs) failure = 'it is not ready in time'
        if (failure !== undefined)
          throw new Error(`${name}: ${failure}:\n${container.output().slice(-2_000)}`)
        await sleep(pollMs)
      }
    },
    terminate: async () => {
      await end()
      isReady = false
      const { exitCode } = await container.stop({
        graceMs: (spec.terminationGracePeriodSeconds ?? 30) * 1_000,
      })
      await container.remove()
      return exitCode
    },
    remove: async () => {
      await end()
      await container.remove()
    },
  }
}

/** What a pod of this spec runs as a container. */
export function containerOf({
  address,
  spec,
  imageOf,
  secret,
  configMaps = [],
}: Pick<PodOptions, 'address' | 'spec' | 'imageOf' | 'secret' | 'configMaps'>): Parameters<
  typeof startContainer
>[0] {
  const [container] = spec.containers
  if (container === undefined || spec.containers.length > 1) throw new Error('The pod has not one container.')
  const { image: reference = '', command, args = [], env = [], resources = {}, volumeMounts = [] } = container
  const files = Object.fromEntries(
    volumeMounts.flatMap(({ name, mountPath }) => {
      const volume = spec.volumes?.find((one) => one.name === name)
      const mapped = configMaps.find(({ metadata }) => metadata.name === volume?.configMap?.name)
      const items = (volume?.secret?.items ?? []).map(({ key, path }) => [path, secret[key]] as const)
      return [...items, ...Object.entries(mapped?.data ?? {})].map(([path, content]) => {
        if (content === undefined) throw new Error(`The Secret has nothing for ${path}.`)
        return [`${mountPath}/${path}`, content] as const
      })
    }),
  )
  const { memory } = resources.limits ?? {}
  const image = imageOf(reference)
  return {
    image: command === undefined ? image : { ...image, config: { ...image.config, Entrypoint: command } },
    args,
    files,
    env: {
      ...Object.fromEntries(env.map(({ name, value = '' }) => [name, value])),
      // The other addresses of the host belong to other pods.
      SIGNALPOST_HOST: address,
    },
    ...(memory !== undefined && { memoryBytes: bytesOf(memory) }),
  }
}

function bytesOf(quantity: string): number {
  const [, count, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  if (count === undefined) throw new Error(`This memory is not in Mi or Gi: ${quantity}`)
  return Number(count) * (unit === 'Gi' ? 1024 : 1) * 1024 * 1024
}
