import { findWorkloads, ofKind, titleOf } from '../support/manifest.ts'
import { definePolicy, differs } from './policy.ts'

/** What the restricted profile of Kubernetes asks for, and more: the image's own user, and a root that is read-only. */
export const confinement = definePolicy('confinement', (manifests) => [
  ...findWorkloads(manifests).flatMap(({ title, pod }) => [
    ...differs(`${title}: automountServiceAccountToken`, pod.automountServiceAccountToken, false),
    ...differs(`${title}: runAsNonRoot`, pod.securityContext?.runAsNonRoot, true),
    ...differs(`${title}: runAsUser`, pod.securityContext?.runAsUser, 65532),
    ...differs(`${title}: runAsGroup`, pod.securityContext?.runAsGroup, 65532),
    ...differs(`${title}: seccompProfile`, pod.securityContext?.seccompProfile, { type: 'RuntimeDefault' }),
    ...[...pod.containers, ...(pod.initContainers ?? [])].flatMap(
      ({ securityContext, volumeMounts = [] }) => [
        ...differs(`${title}: allowPrivilegeEscalation`, securityContext?.allowPrivilegeEscalation, false),
        ...differs(`${title}: readOnlyRootFilesystem`, securityContext?.readOnlyRootFilesystem, true),
        ...differs(`${title}: capabilities`, securityContext?.capabilities, { drop: ['ALL'] }),
        ...(volumeMounts.some(({ mountPath }) => mountPath === '/tmp')
          ? []
          : [`${title}: /tmp is not mounted`]),
      ],
    ),
  ]),
  ...ofKind(manifests, 'Secret').map((secret) => `${titleOf(secret)}: the chart renders no Secret`),
])
