import { confinement } from './confinement.ts'
import { environment } from './environment.ts'
import { commands, hooks, lifecycle } from './lifecycle.ts'
import { limits } from './limits.ts'
import { ports } from './ports.ts'
import { probes } from './probes.ts'
import { selectors } from './selectors.ts'

export const policies = [
  commands,
  confinement,
  environment,
  hooks,
  lifecycle,
  limits,
  ports,
  probes,
  selectors,
]
