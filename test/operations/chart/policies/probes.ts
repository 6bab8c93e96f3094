import { findWorkloads, type Probe } from '../support/manifest.ts'
import { definePolicy, differs } from './policy.ts'

const expected = {
  startupProbe: { path: '/healthz', periodSeconds: 2, failureThreshold: 30 },
  livenessProbe: { path: '/healthz', periodSeconds: 10, failureThreshold: 3 },
  readinessProbe: { path: '/readyz', periodSeconds: 3, failureThreshold: 2 },
} as const

/** A process that drains or waits for its database is not ready, but alive: one probe for both would kill it. */
export const probes = definePolicy('probes', (manifests) =>
  findWorkloads(manifests)
    .filter(({ manifest }) => manifest.kind === 'Deployment')
    .flatMap(({ title, pod }) =>
      pod.containers.flatMap((container) =>
        (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).flatMap((kind) => [
          ...differs(`${title}: ${kind}`, judged(container[kind]), expected[kind]),
          ...differs(
            `${title}: the port of ${kind}`,
            container[kind]?.httpGet?.port,
            container.ports?.[0]?.name,
          ),
        ]),
      ),
    ),
)

function judged(probe: Probe | undefined): object {
  const { httpGet, periodSeconds, failureThreshold } = probe ?? {}
  return { path: httpGet?.path, periodSeconds, failureThreshold }
}
