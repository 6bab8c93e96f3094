import { commonConfigSchema, readConfig } from '@signalpost/runtime'
import { findWorkloads, type Manifest, ofKind, titleOf } from '../support/manifest.ts'
import { definePolicy, differs } from './policy.ts'
import { selects } from './selectors.ts'

const defaults = readConfig(commonConfigSchema, {})
const portOf: Record<string, number> = {
  intake: defaults.SIGNALPOST_INTAKE_PORT,
  api: defaults.SIGNALPOST_API_PORT,
  worker: defaults.SIGNALPOST_WORKER_PORT,
  console: defaults.SIGNALPOST_CONSOLE_PORT,
  searcher: defaults.SIGNALPOST_SEARCHER_PORT,
}

/** Every way to a process ends at the port that the process opens. */
export const ports = definePolicy('ports', (manifests) => [
  ...findWorkloads(manifests).flatMap(({ title, manifest, pod }) =>
    manifest.kind === 'Deployment'
      ? pod.containers.flatMap(({ args = [], ports: open = [] }) =>
          differs(`${title}: its port`, open[0]?.containerPort, portOf[args[0] ?? '']),
        )
      : [],
  ),
  ...ofKind(manifests, 'Service').flatMap((service) =>
    service.spec.ports
      .filter(({ targetPort }) => !openPortsOf(manifests, service.spec.selector).names.includes(targetPort))
      .map(({ targetPort }) => `${titleOf(service)}: no container has the port ${targetPort}`),
  ),
  ...ofKind(manifests, 'NetworkPolicy').flatMap((policy) =>
    policy.spec.ingress
      .flatMap((rule) => rule.ports)
      .filter(
        ({ port }) =>
          !openPortsOf(manifests, policy.spec.podSelector.matchLabels ?? {}).numbers.includes(port),
      )
      .map(({ port }) => `${titleOf(policy)}: no container has the port ${port}`),
  ),
  ...findBackends(manifests).flatMap(({ from, service, port }) =>
    ofKind(manifests, 'Service').some(
      ({ metadata, spec }) =>
        metadata.name === service && spec.ports.some((one) => one.name === port || one.port === port),
    )
      ? []
      : [`${from}: there is no Service ${service} with the port ${port}`],
  ),
])

function openPortsOf(manifests: readonly Manifest[], selector: Record<string, string>) {
  const open = findWorkloads(manifests)
    .filter(({ labels }) => selects(selector, labels))
    .flatMap(({ pod }) => pod.containers.flatMap((container) => container.ports ?? []))
  return {
    names: open.map(({ name }): unknown => name),
    numbers: open.map(({ containerPort }) => containerPort),
  }
}

function findBackends(manifests: readonly Manifest[]) {
  return [
    ...ofKind(manifests, 'Ingress').flatMap((ingress) =>
      ingress.spec.rules.flatMap(({ http }) =>
        http.paths.map(({ backend: { service } }) => ({
          from: titleOf(ingress),
          service: service.name,
          port: service.port.name,
        })),
      ),
    ),
    ...ofKind(manifests, 'HTTPRoute').flatMap((route) =>
      route.spec.rules.flatMap(({ backendRefs }) =>
        backendRefs.map(({ name, port }) => ({ from: titleOf(route), service: name, port })),
      ),
    ),
  ]
}
