import { findWorkloads, type Manifest, ofKind, titleOf } from '../support/manifest.ts'
import { definePolicy } from './policy.ts'

type Labels = Record<string, string>

/** Everything that selects pods selects those of one Deployment, and everything that names an object finds it. */
export const selectors = definePolicy('selectors', (manifests) => [
  ...findSelectors(manifests).flatMap(({ from, selector }) => {
    const chosen = findWorkloads(manifests).filter(({ labels }) => selects(selector, labels))
    return chosen.length === 1
      ? []
      : [`${from}: selects the pods of ${chosen.map(({ title }) => title).join(', ') || 'nothing'}`]
  }),
  ...ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').flatMap((scaler) =>
    ofKind(manifests, 'Deployment').some(({ metadata }) => metadata.name === scaler.spec.scaleTargetRef.name)
      ? []
      : [`${titleOf(scaler)}: there is no Deployment ${scaler.spec.scaleTargetRef.name}`],
  ),
  ...ofKind(manifests, 'ServiceMonitor').flatMap((monitor) => {
    const chosen = ofKind(manifests, 'Service').filter(
      ({ metadata, spec }) =>
        selects(monitor.spec.selector.matchLabels ?? {}, metadata.labels ?? {}) &&
        monitor.spec.endpoints.every(({ port }) => spec.ports.some(({ name }) => name === port)),
    )
    const wanted = ofKind(manifests, 'Service').length
    return chosen.length === wanted
      ? []
      : [`${titleOf(monitor)}: selects ${chosen.length} of ${wanted} Services`]
  }),
])

export function selects(selector: Labels, labels: Labels): boolean {
  const wanted = Object.entries(selector)
  return wanted.length > 0 && wanted.every(([name, value]) => labels[name] === value)
}

function findSelectors(manifests: readonly Manifest[]): { from: string; selector: Labels }[] {
  return [
    ...ofKind(manifests, 'Deployment').flatMap((deployment) => [
      { from: titleOf(deployment), selector: deployment.spec.selector.matchLabels ?? {} },
      ...(deployment.spec.template.spec.topologySpreadConstraints ?? []).map(({ labelSelector }) => ({
        from: `${titleOf(deployment)}: a spread`,
        selector: labelSelector?.matchLabels ?? {},
      })),
    ]),
    ...ofKind(manifests, 'Service').map((service) => ({
      from: titleOf(service),
      selector: service.spec.selector,
    })),
    ...ofKind(manifests, 'PodDisruptionBudget').map((budget) => ({
      from: titleOf(budget),
      selector: budget.spec.selector.matchLabels ?? {},
    })),
    ...ofKind(manifests, 'NetworkPolicy').map((policy) => ({
      from: titleOf(policy),
      selector: policy.spec.podSelector.matchLabels ?? {},
    })),
  ]
}
