import { mistakesInPackages } from './in-packages.ts'
import { mistakesInTheChart } from './in-the-chart.ts'
import { mistakesInTheProduct } from './in-the-product.ts'
import { mistakesInTheWatch } from './in-the-watch.ts'
import type { PlantedMistake } from './planted-mistake.ts'

export const plantedMistakes: readonly PlantedMistake[] = [
  ...mistakesInTheChart,
  ...mistakesInTheProduct,
  ...mistakesInPackages,
  ...mistakesInTheWatch,
]
