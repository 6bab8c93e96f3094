import { findWorkloads, type Manifest, ofKind, titleOf } from '../support/manifest.ts'
import { definePolicy, differs } from './policy.ts'
import { selects } from './selectors.ts'

/** What `runProcess` gives a process to stop after the drain. */
const stopLimitSeconds = 30
/** How long balancers may take to notice: two failed probes of readiness, and what follows from them. */
const leastDrainSeconds = 10

/** A rollout, a drained node and a scale-down cut nothing off. */
export const lifecycle = definePolicy('lifecycle', (manifests) =>
  findWorkloads(manifests)
    .filter(({ manifest }) => manifest.kind === 'Deployment')
    .flatMap(({ title, manifest, labels, pod }) => {
      const { env = [] } = pod.containers[0] ?? {}
      const drain = Number(env.find(({ name }) => name === 'SIGNALPOST_DRAIN_SECONDS')?.value ?? 0)
      const grace = pod.terminationGracePeriodSeconds ?? 30
      const { maxSurge, maxUnavailable } = manifest.spec.strategy?.rollingUpdate ?? {}
      const isScaled = ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').some(
        ({ spec }) => spec.scaleTargetRef.name === manifest.metadata.name,
      )
      return [
        ...(drain < leastDrainSeconds ? [`${title}: drains for ${drain} s`] : []),
        ...(grace <= drain + stopLimitSeconds ? [`${title}: is killed after ${grace} s`] : []),
        ...differs(`${title}: maxUnavailable`, maxUnavailable, 0),
        ...(maxSurge === undefined || maxSurge === 0 ? [`${title}: a rollout adds no pod`] : []),
        ...differs(`${title}: its disruption budget`, budgetsOf(manifests, labels), [1]),
        ...differs(`${title}: whether it fixes replicas`, manifest.spec.replicas !== undefined, !isScaled),
      ]
    }),
)

function budgetsOf(manifests: readonly Manifest[], labels: Record<string, string>): unknown[] {
  return ofKind(manifests, 'PodDisruptionBudget')
    .filter(({ spec }) => selects(spec.selector.matchLabels ?? {}, labels))
    .map(({ spec }) => spec.maxUnavailable)
}

/** Migrations run once, before what needs them; the Job has the same name each time, so the next one replaces it. */
export const hooks = definePolicy('hooks', (manifests) =>
  findWorkloads(manifests)
    .filter(({ manifest }) => manifest.kind !== 'Deployment')
    .flatMap(({ title, manifest, pod }) => {
      const annotations = manifest.metadata.annotations ?? {}
      const isJob = manifest.kind === 'Job'
      return [
        ...differs(
          `${title}: helm.sh/hook`,
          annotations['helm.sh/hook'],
          isJob ? 'pre-install,pre-upgrade' : 'test',
        ),
        ...differs(
          `${title}: helm.sh/hook-delete-policy`,
          annotations['helm.sh/hook-delete-policy'],
          'before-hook-creation,hook-succeeded',
        ),
        ...differs(`${title}: restartPolicy`, pod.restartPolicy, 'Never'),
        ...(isJob ? findMigrationFaults(manifest, manifests) : []),
      ]
    }),
)

function findMigrationFaults(job: Manifest, manifests: readonly Manifest[]): string[] {
  const [container] = job.spec.template.spec.containers
  const account = job.spec.template.spec.serviceAccountName
  const isMade = ofKind(manifests, 'ServiceAccount').some(({ metadata }) => metadata.name === account)
  return [
    ...(job.metadata.name.endsWith('-migrate') ? [] : [`${titleOf(job)}: its name changes`]),
    ...(container?.args?.[0] === 'migrate' ? [] : [`${titleOf(job)}: does not migrate`]),
    ...(job.spec.backoffLimit === undefined ? [`${titleOf(job)}: has no backoffLimit`] : []),
    ...(isMade ? [`${titleOf(job)}: its account does not exist before the first install`] : []),
  ]
}

/** Only the Job migrates. */
export const commands = definePolicy('commands', (manifests) =>
  ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const { containers, initContainers = [] } = deployment.spec.template.spec
    const component = deployment.metadata.labels?.['app.kubernetes.io/component']
    return [
      ...differs(`${titleOf(deployment)}: its arguments`, containers[0]?.args, [component]),
      ...differs(`${titleOf(deployment)}: the number of its containers`, containers.length, 1),
      ...differs(`${titleOf(deployment)}: the number of its first containers`, initContainers.length, 0),
    ]
  }),
)
