import { deliveringFaults } from './delivering.ts'
import type { PlantedFault } from './planted-fault.ts'
import { processFaults } from './processes.ts'
import { receivingFaults } from './receiving.ts'
import { searchingFaults } from './searching.ts'

/** At least one fault for each kind of finding. */
export const plantedFaults: readonly PlantedFault[] = [
  ...receivingFaults,
  ...deliveringFaults,
  ...processFaults,
  ...searchingFaults,
]
