import { findWorkloads } from '../support/manifest.ts'
import { definePolicy } from './policy.ts'

/** A limit of the processor would delay answers for nothing; memory without a limit can take a node down. */
export const limits = definePolicy('limits', (manifests) =>
  findWorkloads(manifests).flatMap(({ title, pod }) => [
    ...pod.containers.flatMap(({ resources }) => [
      ...(resources?.limits?.memory === undefined ? [`${title}: has no limit of memory`] : []),
      ...(resources?.requests?.memory === undefined ? [`${title}: requests no memory`] : []),
      ...(resources?.requests?.cpu === undefined ? [`${title}: requests no processor`] : []),
    ]),
    ...(pod.volumes ?? [])
      .filter(({ emptyDir }) => emptyDir !== undefined && emptyDir.sizeLimit === undefined)
      .map(({ name }) => `${title}: the volume ${name} has no limit`),
  ]),
)
